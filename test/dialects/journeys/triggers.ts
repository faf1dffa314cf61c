import { trimText } from '../../../nodes/shared/text';
import { readDialect } from '../../../sandbox/dialects/names';
import type { PollingWorkflow } from '../../support/polling';
import { Invoices } from '../../workflow/trigger/invoices';
import type { Findings } from '../verdict';
import type { World } from '../world';
import type { Journey } from './journey';

type Action =
	'accept' | 'cancel' | 'create' | 'draft' | 'pay' | 'payPart' | 'reject' | 'review' | 'send';
type Change = [number: string, action: Action, status: string];

const BEFORE: Change[] = [
	['A', 'create', 'SENT'],
	['B', 'draft', 'DRAFT'],
	['C', 'create', 'SENT'],
	['D', 'create', 'SENT'],
];

/** In the moment before the activation: it may count as before it or as after it. */
const RECENT: Change = ['E', 'create', 'SENT'];

/** One change a poll: what comes and goes between two polls is known by the history alone. */
const CHANGES: Change[] = [
	['A', 'payPart', 'PARTIAL'],
	['C', 'review', 'PENDING'],
	['B', 'send', 'SENT'],
	['F', 'create', 'SENT'],
	['C', 'accept', 'PAID'],
	['A', 'payPart', 'PARTIAL'],
	['D', 'review', 'PENDING'],
	['B', 'cancel', 'CANCELED'],
	['D', 'reject', 'SENT'],
	['A', 'pay', 'PAID'],
];

const REVIEWS: readonly Action[] = ['accept', 'reject', 'review'];

const MINUTE = 60_000;

/** Shorter and longer than lists lag behind, so that what happened shows at once, a poll later, or two. */
const PAUSES = [MINUTE, 5 * MINUTE, MINUTE, MINUTE];

/** n8n is killed and started again after every so many polls. */
const RESTART_EVERY = 3;

export const triggers: Journey = {
	name: 'both events over many polls',

	async prepare({ sandbox }) {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		await sandbox.control.send('POST', '/invoices', { count: 12 });
		await makeReport(sandbox, 'Old');
	},

	async play(world, findings) {
		const { sandbox } = world;
		for (const each of BEFORE) await change(sandbox, each);
		// Long enough for lists that lag and clocks that are off: what was before is over.
		await world.advance(30 * MINUTE);
		await change(sandbox, RECENT);
		await makeReport(sandbox, 'Recent');
		const invoices = world.watch({ event: 'invoiceStatusChanged', itemOutput: 'raw' });
		const reports = world.watch({ event: 'newReport' });
		for (const workflow of [invoices, reports]) await workflow.activate();
		for (const [poll, each] of CHANGES.entries()) {
			await change(sandbox, each);
			await makeReport(sandbox, `R-${poll}`);
			await world.advance(PAUSES[poll % PAUSES.length]);
			for (const workflow of [invoices, reports]) {
				await workflow.poll();
				if ((poll + 1) % RESTART_EVERY === 0) await workflow.restart();
			}
		}
		for (const workflow of [invoices, invoices, reports, reports]) {
			await world.advance(5 * MINUTE);
			await workflow.poll();
		}
		const statuses = invoices.events.map(
			({ invoiceNumber, newStatus }) => `${trimText(invoiceNumber)} ${trimText(newStatus)}`,
		);
		const changes = CHANGES.map(([number, , status]) => `${number} ${status}`);
		const hidden = (each: string) => wasHidden(world, each, statuses);
		const [number, , status] = RECENT;
		judge(findings, invoices, statuses, changes, `${number} ${status}`, hidden);
		const names = reports.events.map(({ reportName }) => trimText(reportName));
		judge(
			findings,
			reports,
			names,
			[...CHANGES.keys()].map((poll) => `R-${poll}`),
			'Recent',
		);
	},
};

type Sandbox = World['sandbox'];

async function change(sandbox: Sandbox, [number, action]: Change): Promise<void> {
	const invoices = new Invoices(sandbox);
	if (REVIEWS.includes(action)) {
		await sandbox.control.send('POST', `/invoices/${number}/${action}`, {});
	} else if (action === 'payPart') await invoices.pay(number, '10.00');
	else await invoices[action as 'cancel' | 'create' | 'draft' | 'pay' | 'send'](number);
}

async function makeReport({ control }: Sandbox, reportName: string): Promise<void> {
	await control.makeReport({ reportName, status: 'COMPLETED', rows: 1 });
}

/** If an invoice has no history and comes into the list late, nobody can see what it was before that. */
function wasHidden({ dialect = {} }: World, change: string, told: readonly string[]): boolean {
	const { invoiceHistory, lag } = readDialect(dialect);
	if (invoiceHistory !== 'missing' || lag === 'none') return false;
	const [number] = change.split(' ');
	const all = [...BEFORE, RECENT, ...CHANGES].filter(([each]) => each === number);
	const statuses = all.map(([, , status]) => `${number} ${status}`);
	const first = told.find((each) => each.startsWith(`${number} `)) ?? '';
	return statuses.indexOf(change) < statuses.indexOf(first);
}

/** `recent`: what may have come, too. */
function judge(
	findings: Findings,
	{ errors }: PollingWorkflow,
	told: readonly string[],
	changes: readonly string[],
	recent: string,
	wasHidden: (change: string) => boolean = () => false,
): void {
	const expected = told.includes(recent) ? [recent, ...changes] : changes;
	const lost = moreIn(expected, told).filter((each) => !wasHidden(each));
	const doubled = moreIn(told, expected);
	const isRight = lost.length + doubled.length === 0;
	// A poll that failed and lost nothing has done what it should.
	findings.add(`beside ${recent}`, isRight ? [] : errors.map(({ message }) => message), {
		differing: lost.map((each) => `lost ${each}`),
		harm: doubled.map((each) => `twice ${each}`),
	});
}

/** What is more often in the one than in the other. */
function moreIn(one: readonly string[], other: readonly string[]): string[] {
	const left = [...other];
	return one.filter((each) => {
		const at = left.indexOf(each);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}
