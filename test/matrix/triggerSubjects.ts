import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { withDefaults } from '../support/engine';
import { PollingWorkflow } from '../support/polling';
import type { TestSandbox } from '../support/sandbox';
import { NOW } from '../workflow/reporting/harness';
import { Invoices } from '../workflow/trigger/invoices';
import {
	type Deed,
	editorSubjects,
	type Result,
	type Subject,
	telling,
	type Way,
} from './subjects';
import { passTime, standAt } from './time';

const TRIGGER = new MerchantServicesTrigger();

/** One poll may bring what the fault has held up, the other must not bring it again. */
const POLLS_AFTERWARDS = 2;
/** The trigger waits for an hour at most where a service asks it to come back in years. */
const BETWEEN_POLLS = 61 * 60_000;
const SECOND = 1000;
const HOURS_LATER = Date.parse(NOW) + 6 * 3_600_000;

/** What a trigger watches for, and how it is made to happen. */
interface Watched {
	fields: IDataObject;
	happen(sandbox: TestSandbox): Promise<void>;
}

async function makeReport({ control }: TestSandbox): Promise<void> {
	passTime(SECOND);
	await control.makeReport({ reportName: 'New', status: 'COMPLETED', rows: 3 });
}

/** One for each list of invoices that is read. */
async function changeInvoices(sandbox: TestSandbox): Promise<void> {
	const invoices = new Invoices(sandbox);
	const changes = [
		async () => await invoices.draft('DRAFTED'),
		async () => await invoices.create('SENT'),
		async () => await invoices.create('PARTLY-PAID'),
		async () => await invoices.pay('PARTLY-PAID', '40.00'),
		async () => await invoices.create('PAID'),
		async () => await invoices.pay('PAID'),
		async () => await invoices.create('CANCELED'),
		async () => await invoices.cancel('CANCELED'),
	];
	for (const change of changes) {
		passTime(SECOND);
		await change();
	}
}

async function payInvoice(sandbox: TestSandbox): Promise<void> {
	const invoices = new Invoices(sandbox);
	await invoices.create('PARTLY-PAID');
	passTime(SECOND);
	await invoices.pay('PARTLY-PAID', '40.00');
}

const REPORTS: Watched = { fields: { event: 'newReport' }, happen: makeReport };
const REPORTS_WITH_ROWS: Watched = {
	fields: { event: 'newReport', download: true, output: 'rows' },
	happen: makeReport,
};
const REPORTS_BY_NAME: Watched = {
	fields: { event: 'newReport', reportNames: 'New' },
	happen: makeReport,
};
const INVOICES: Watched = { fields: { event: 'invoiceStatusChanged' }, happen: changeInvoices };
const ONE_INVOICE: Watched = { ...INVOICES, happen: payInvoice };

const watching = ({ fields }: Watched, way: Way, options: IDataObject = {}): PollingWorkflow =>
	new PollingWorkflow({
		node: TRIGGER,
		parameters: withDefaults(TRIGGER, {
			...fields,
			options,
		}),
		...way,
	});

/** Why a report came without its rows, where one did. */
const reasonsIn = (events: readonly IDataObject[]): string[] =>
	events.flatMap(({ contentError }) =>
		contentError === undefined ? [] : [JSON.stringify(contentError)],
	);

/** One name for each event; the rows of a report are one event. */
const namesOf = (events: readonly IDataObject[]): string[] => [
	...new Set(
		events.map(({ eventId, reportId, contentError }) =>
			JSON.stringify(reportId === undefined ? eventId : [reportId, contentError === undefined]),
		),
	),
];

const sortName = ({ invoiceNumber, eventId }: IDataObject): string =>
	JSON.stringify([invoiceNumber, eventId]);

/** What was handed over so far, in an order of its own: what a fault has held up comes later than the rest. */
function handedOver({ events, errors, state }: PollingWorkflow): Result {
	const sorted = [...events].sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
	const reasons = reasonsIn(events);
	return {
		// What could not be checked is not doubted: then there is no notice.
		output: sorted.map((event) => ({ ...event, triggerNotice: undefined })),
		events: namesOf(sorted).length,
		lacksContent: reasons.length > 0,
		messages: [...errors.map(({ message }) => message), ...reasons],
		isFailed: false,
		shown: [events, errors, state],
	};
}

async function pollAfterwards(workflow: PollingWorkflow): Promise<Result> {
	let isFailed = false;
	for (let polls = 0; polls < POLLS_AFTERWARDS; polls++) {
		passTime(BETWEEN_POLLS);
		const failures = workflow.errors.length;
		await workflow.poll();
		isFailed = workflow.errors.length > failures;
	}
	return { ...handedOver(workflow), isFailed };
}

const polls = (workflow: PollingWorkflow): Deed => ({
	act: async () => {
		await workflow.poll();
		return handedOver(workflow);
	},
	follow: async () => await pollAfterwards(workflow),
});

type Prepare = (watched: Watched, sandbox: TestSandbox, way: Way) => Promise<Deed>;

/** Where it fails, n8n does not publish the workflow, and the user tries once more; `then` happens after it. */
const activates = (workflow: PollingWorkflow, then = async () => {}): Required<Deed> => ({
	act: async () => {
		const { messages, isFailed, shown } = await telling(async () => await workflow.activate());
		const first = handedOver(workflow);
		return { ...first, isFailed, messages, shown: [shown, first.shown] };
	},
	follow: async ({ isFailed, messages, shown }) => {
		standAt(HOURS_LATER);
		if (isFailed) await workflow.activate();
		await then();
		const after = await pollAfterwards(workflow);
		return { ...after, messages: [...messages, ...after.messages], shown: [shown, after.shown] };
	},
});

const activation: Prepare = async (watched, sandbox, way) =>
	activates(watching(watched, way), async () => await watched.happen(sandbox));

const poll: Prepare = async (watched, sandbox, way) => {
	const workflow = watching(watched, way);
	await workflow.activate();
	await watched.happen(sandbox);
	return polls(workflow);
};

/** What a list did not show when the workflow was published is an event as well, and may come besides. */
function replayedIn(result: Result): Result {
	const output = (result.output as IDataObject[]).filter(({ isReplay }) => isReplay === true);
	return { ...result, output, events: namesOf(output).length };
}

/** What happened before is handed over again when the workflow is published. */
const replay: Prepare = async (watched, sandbox, way) => {
	await watched.happen(sandbox);
	passTime(SECOND);
	const replayFrom = DateTime.fromISO(NOW).minus({ days: 3 }).toISO();
	const { act, follow } = activates(watching(watched, way, { replayFrom }));
	return {
		act: async () => replayedIn(await act()),
		follow: async (under) => replayedIn(await follow(under)),
	};
};

const testEvent: Prepare = async (watched, sandbox, way) => {
	await watched.happen(sandbox);
	const workflow = watching(watched, way);
	const act = async () => {
		const shown = await telling(async () => await workflow.example());
		const items = (shown.output ?? []) as Array<{ json: IDataObject }>;
		return { ...shown, messages: [...shown.messages, ...reasonsIn(items.map(({ json }) => json))] };
	};
	return { act };
};

const DEEDS: ReadonlyArray<[name: string, prepare: Prepare, watched: Watched]> = [
	['activation: reports', activation, REPORTS_BY_NAME],
	['activation: invoices', activation, INVOICES],
	['poll: reports', poll, REPORTS_WITH_ROWS],
	['poll: invoices', poll, INVOICES],
	['replay: reports', replay, REPORTS],
	['replay: invoices', replay, INVOICES],
	['test event: reports', testEvent, REPORTS_WITH_ROWS],
	['test event: invoices', testEvent, ONE_INVOICE],
];

/** Everything that the trigger does at the service. */
export const TRIGGER_SUBJECTS: Subject[] = [
	...DEEDS.map(([name, prepare, watched]): Subject => ({
		name: `trigger, ${name}`,
		kind: 'trigger',
		goesWithTime: true,
		tellsListsApart: prepare === poll,
		prepare: async (sandbox, way) => await prepare(watched, sandbox, way),
	})),
	...editorSubjects(TRIGGER),
];
