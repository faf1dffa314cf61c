import { createHash } from 'node:crypto';

import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { Invoices } from './invoices';
import { watchSandbox } from './watch';

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await startTestSandbox();
});
afterEach(async () => await sandbox.stop());

/** As earlier releases of the trigger wrote it, spelled out: workflows that are active have it in n8n's database. */
const saved = (event: string, watched: unknown[], state: unknown): string => {
	const parts = [2, event, '1', `${sandbox.address}/`, '', ...watched];
	const origin = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
	return JSON.stringify({ 'node:Trigger': { watch: { origin, state } } });
};

describe('A state that an earlier release saved', () => {
	it('of invoices is used: nothing is reported again, and what happened since comes', async () => {
		const invoices = new Invoices(sandbox);
		await invoices.create('A');
		await invoices.create('B');
		const filters = {
			changes: [
				'drafted',
				'published',
				'sent',
				'partlyPaid',
				'paid',
				'pendingReview',
				'canceled',
				'otherStatus',
			],
			customers: [],
			currency: '',
		};
		const ledger = { accounted: 0, counted: 1, total: 0, from: 0, agreed: [] };
		const workflow = watchSandbox(sandbox, { event: 'invoiceStatusChanged' });
		// B was known as a draft; since when is known of neither.
		workflow.saved = saved('invoiceStatusChanged', [filters, undefined], {
			since: 1,
			activated: 1,
			open: ['S||||||A', 'D||||||B'],
			finished: ['mh0000 X|mh0000.1|||||C'],
			backlog: [],
			ledgers: { PAID: ledger, CANCELED: ledger },
			turn: '',
		});
		await workflow.restart();
		expect(workflow.events).toMatchObject([{ invoiceNumber: 'B', newStatus: 'SENT' }]);
		await workflow.restart();
		expect(workflow.events).toHaveLength(1);
	});

	it('of certain invoices and of other filters is taken up as well', async () => {
		const invoices = new Invoices(sandbox);
		await invoices.create('A');
		const filters = {
			changes: ['paid'],
			customers: ['ann@example.com'],
			minimumAmount: '10.00',
			currency: 'USD',
		};
		const workflow = watchSandbox(sandbox, {
			event: 'invoiceStatusChanged',
			watch: 'numbers',
			invoiceNumbers: 'A, X',
			changes: ['paid'],
			invoiceFilters: { customers: 'ann@example.com', minimumAmount: '10.00', currency: 'USD' },
		});
		const state = {
			since: 1,
			activated: 1,
			open: ['S||||||A'],
			finished: [],
			backlog: [],
			turn: '',
		};
		workflow.saved = saved('invoiceStatusChanged', [filters, ['A', 'X']], state);
		await workflow.restart();
		expect(workflow.state).toMatchObject({ watch: { state: { since: 1 } } });
	});

	it('of reports is taken up: one handed over before does not come again, another does', async () => {
		const made = await sandbox.control.makeReport({
			reportName: 'Known',
			status: 'COMPLETED',
			rows: 1,
		});
		await sandbox.control.makeReport({ reportName: 'Unknown', status: 'COMPLETED', rows: 1 });
		const later = (Date.now() + 60_000).toString(36);
		const filters = {
			names: ['*known'],
			definitions: [],
			frequencies: ['DAILY', 'ADHOC'],
			mimeTypes: [],
			statuses: ['COMPLETED', 'ERROR'],
		};
		const workflow = watchSandbox(sandbox, {
			event: 'newReport',
			reportNames: '*known',
			reportStatuses: ['COMPLETED', 'ERROR'],
			reportFilters: { frequencies: ['DAILY', 'ADHOC'], organizationId: ' ' },
		});
		workflow.saved = saved('newReport', [filters, ' '], {
			from: Date.now() - 3_600_000,
			seen: [`${later} ${later} COMPLETED ${made.reportId}`],
		});
		await workflow.restart();
		expect(workflow.events).toMatchObject([{ reportName: 'Unknown' }]);
	});
});
