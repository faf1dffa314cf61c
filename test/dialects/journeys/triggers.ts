import { textOf } from '../../../nodes/shared/text';
import { readDialect } from '../../../sandbox/dialects/names';
import type { PollingWorkflow } from '../../support/polling';
import { randomFrom } from '../faults';
import { InvoiceLife, judgeInvoices, lengths, surplus } from '../invoiceLife';
import type { Findings } from '../verdict';
import type { World } from '../world';
import type { Journey } from './journey';

/** One change a poll: what comes and goes between two polls is known by the history alone. */
const POLLS = 8;
/** n8n is killed and started again after every so many. */
const RESTART_EVERY = 3;
const QUIET_POLLS = 2;
const STARTED = 6;
const ACTIVATIONS = 4;
const MINUTE = 60_000;
const SEED = 9;

/** Shorter and longer than lists lag behind, so that what happened shows at once, a poll later, or two. */
const PAUSES = [MINUTE, 5 * MINUTE, MINUTE, MINUTE];

export const triggers: Journey = {
	name: 'both events over many polls',

	async prepare({ sandbox }) {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		await sandbox.control.send('POST', '/invoices', { count: 12 });
		await sandbox.control.makeReports({ reportName: 'Old', count: 3, rows: 1 });
	},

	async play(world, findings) {
		const life = new InvoiceLife(world.sandbox, randomFrom(world.seed ?? SEED), 25);
		const change = async (times: number) => {
			for (let count = 0; count < times; count++) await life.change();
		};
		await change(STARTED);
		// Long enough for lists that lag and clocks that are off: what was before is over.
		await world.advance(30 * MINUTE);
		const begun = lengths(life.truth);
		// What happens in the last moment may count as before the activation or as after it.
		await change(STARTED);
		await makeReport(world, RECENT);
		const done = lengths(life.truth);
		const invoices = world.watch({ event: 'invoiceStatusChanged', itemOutput: 'raw' });
		const reports = world.watch({ event: 'newReport' });
		for (const workflow of [invoices, reports]) {
			const failure = await activate(world, workflow);
			if (failure !== undefined) {
				// n8n shows why the workflow cannot be activated: nobody waits for events without success.
				findings.add('activation', [failure.message], { differing: ['not active'] });
				return;
			}
		}

		const made: string[] = [];
		for (let poll = 0; poll < POLLS; poll++) {
			await change(1);
			made.push(await makeReport(world, `R-${poll}`));
			await world.advance(PAUSES[poll % PAUSES.length]);
			await pollAll(world, [invoices, reports]);
			if ((poll + 1) % RESTART_EVERY === 0) {
				for (const workflow of [invoices, reports]) await workflow.restart();
			}
		}
		for (let poll = 0; poll < QUIET_POLLS; poll++) {
			await world.advance(5 * MINUTE);
			await pollAll(world, [invoices, reports]);
		}

		const judged = judgeInvoices(life.truth, invoices.events, { begun, done });
		const lost = judged.lost.filter((each) => !wasHidden(world, each, invoices, life.truth));
		judge(findings, 'invoices', invoices, { lost, doubled: judged.doubled });
		const names = reports.events.map(({ reportName }) => textOf(reportName));
		const isRecentTold = names.includes(RECENT);
		const expected = isRecentTold ? [RECENT, ...made] : made;
		judge(findings, 'reports', reports, {
			lost: surplus(expected, names),
			doubled: surplus(names, expected),
		});
	},
};

/**
 * Where an invoice has no history and comes into the list late, nobody can see what it was before that. `change`:
 * the number of the invoice and the status.
 */
function wasHidden(
	{ dialect = {} }: World,
	change: string,
	{ events }: PollingWorkflow,
	truth: InvoiceLife['truth'],
): boolean {
	const { invoiceHistory, lag } = readDialect(dialect);
	if (invoiceHistory !== 'missing' || lag === 'none') return false;
	const [number, status] = change.split(' ');
	const statuses = truth.get(number) ?? [];
	const first = events.find(({ invoiceNumber }) => invoiceNumber === number)?.newStatus;
	return statuses.indexOf(status) < statuses.indexOf(textOf(first));
}

const RECENT = 'Recent';

async function makeReport({ sandbox }: World, reportName: string): Promise<string> {
	await sandbox.control.makeReport({ reportName, status: 'COMPLETED', rows: 1 });
	return reportName;
}

/** n8n tries an activation again; why it failed at last, if it did. */
async function activate(world: World, workflow: PollingWorkflow): Promise<Error | undefined> {
	let failure: Error | undefined;
	for (let tries = 0; tries < ACTIVATIONS; tries++) {
		try {
			await world.amidFaults(async () => await workflow.activate());
			return undefined;
		} catch (error) {
			failure = error as Error;
		}
	}
	return failure;
}

async function pollAll(world: World, workflows: readonly PollingWorkflow[]): Promise<void> {
	for (const workflow of workflows) await world.amidFaults(async () => await workflow.poll());
}

function judge(
	findings: Findings,
	step: string,
	{ errors }: PollingWorkflow,
	{ lost, doubled }: { lost: string[]; doubled: string[] },
): void {
	const isRight = lost.length + doubled.length === 0;
	// A poll that failed and lost nothing has done what it should.
	findings.add(step, isRight ? [] : errors.map(({ message }) => message), {
		differing: lost.map((each) => `lost ${each}`),
		harm: doubled.map((each) => `twice ${each}`),
	});
}
