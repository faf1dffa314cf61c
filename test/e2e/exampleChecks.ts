import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { TestSandbox } from '../support/sandbox';

export interface ExampleRun {
	/** What a node of the workflow gave out. */
	items(node: string): INodeExecutionData[];
	sandbox: TestSandbox;
}

/** The time zone of workflows in an n8n that was not told another. */
const zone = 'America/New_York';
const today = () => DateTime.now().setZone(zone).startOf('day');

const values = (run: ExampleRun, node: string) => run.items(node).map(({ json }) => json);

async function ask<T>(
	{ sandbox }: ExampleRun,
	path: string,
	query: Record<string, string>,
): Promise<T> {
	return (await sandbox.call<T>('GET', `${path}?${new URLSearchParams(query).toString()}`)).body;
}

interface StoredInvoice {
	status: string;
	invoiceHistory: Array<{ event: string }>;
}

const invoice = async (run: ExampleRun, number: unknown) =>
	await ask<StoredInvoice>(run, `/invoicing/v2/invoices/${String(number)}`, {});

/** What happened to an invoice, in order. */
const events = async (run: ExampleRun, number: unknown) =>
	(await invoice(run, number)).invoiceHistory.map(({ event }) => event).join(' ');

function expectSpreadsheet(run: ExampleRun, node: string): void {
	const files = run.items(node).map(({ binary }) => binary?.data.fileExtension);
	expect(files).toEqual(['xlsx']);
}

/** What has to happen at the service before an example can show anything. */
export const BEFORE: Partial<Record<string, (sandbox: TestSandbox) => Promise<unknown>>> = {
	'trigger-missing-report-alarm': async ({ control }) =>
		await control.makeReport({ reportName: 'Broken', status: 'ERROR' }),
};

/** What each example must have done once it ran, by its file's name. */
export const CHECKS: Record<string, (run: ExampleRun) => Promise<void> | void> = {
	'invoicing-one-invoice-from-rows': (run) => {
		expect(values(run, 'Draft invoice')).toMatchObject([
			{ status: 'DRAFT', lineItemCount: 3, totalAmount: '2343.00' },
		]);
	},

	'invoicing-orders-in-step': async (run) => {
		expect(values(run, 'Create or Update')).toMatchObject([
			{ invoiceNumber: 'SYNC-2001', outcome: 'made', totalAmount: '99.80' },
			{ invoiceNumber: 'SYNC-2002', outcome: 'made', totalAmount: '59.97' },
		]);
		expect(await events(run, 'SYNC-2001')).toBe('CREATE SEND');
		const owed = values(run, 'What Is Owed');
		expect(owed.map(({ currency }) => currency)).toEqual(expect.arrayContaining(['EUR', 'USD']));
		for (const { isComplete, balanceAmount } of owed) {
			expect(isComplete).toBe(true);
			expect(balanceAmount).toMatch(/^\d+(\.\d+)?$/);
		}
	},

	'invoicing-orders-to-invoices': async (run) => {
		const numbers = values(run, 'Bill each order').map(({ invoiceNumber }) => invoiceNumber);
		expect(numbers.slice(0, 2)).toEqual(['ORDER-1001', 'ORDER-1002']);
		for (const number of numbers) expect((await invoice(run, number)).status).toBe('SENT');
		const receivers = (await run.sandbox.control.outbox()).map(({ to }) => to);
		expect(receivers).toEqual(expect.arrayContaining(['ann@example.com', 'bob@example.com']));
	},

	'invoicing-remind-overdue': async (run) => {
		const late = values(run, 'A week late or more');
		expect(late.length).toBeGreaterThan(0);
		expect(values(run, 'Send again')).toHaveLength(late.length);
		for (const { invoiceNumber } of late) {
			expect(await events(run, invoiceNumber)).toMatch(/SEND.*SEND/);
		}
	},

	'reporting-daily-report-to-spreadsheet': async (run) => {
		const { text } = await run.sandbox.call(
			'GET',
			`/reporting/v3/report-downloads?reportName=Daily%20transactions&reportDate=${today().toISODate()}`,
			{ headers: { accept: 'text/csv' } },
		);
		const ids = text.match(/^\d{22}(?=,)/gm);
		expect(values(run, 'Download Report')).toMatchObject([{ rows: ids?.length, differences: [] }]);
		expectSpreadsheet(run, 'Download Report');
	},

	'reporting-last-month-totals': (run) => {
		const totals = values(run, 'Order and Total');
		expect(totals.at(-1)).toMatchObject({ total: 'leftOut', reason: 'not accepted' });
		const groups = totals.filter(({ total }) => total === 'group');
		expect(groups.length).toBeGreaterThan(1);
		for (const total of groups) {
			expect(total).toMatchObject({
				'PaymentMethod.CardType': expect.any(String),
				'PaymentData.CurrencyCode': expect.stringMatching(/^[A-Z]{3}$/),
				rows: expect.any(Number),
				'PaymentData.Amount': expect.stringMatching(/^-?\d+(\.\d+)?$/),
			});
		}
	},

	'reporting-order-now-collect-later': (run) => {
		expect(values(run, 'Order')).toMatchObject([{ ready: false, orderId: expect.any(String) }]);
		const rows = values(run, 'Rows of All Parts');
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.filter((row) => 'orderId' in row || 'ready' in row)).toEqual([]);
	},

	'reporting-purchases-and-refunds': async (run) => {
		const start = today().minus({ months: 1 }).startOf('month');
		const seen = new Set<string>();
		for (let at = start; at < start.plus({ months: 1 }); at = at.plus({ days: 1 })) {
			const { requestDetails } = await ask<{ requestDetails: Array<{ requestId: string }> }>(
				run,
				'/reporting/v3/purchase-refund-details',
				{
					startTime: at.toUTC().toISO() ?? '',
					endTime: at.plus({ days: 1 }).toUTC().toISO() ?? '',
					limit: '2000',
				},
			);
			for (const { requestId } of requestDetails) seen.add(requestId);
		}
		const rows = values(run, 'Purchases and Refunds').map(({ requestId }) => requestId);
		expect(new Set(rows)).toEqual(seen);
		expect(rows).toHaveLength(seen.size);
		expectSpreadsheet(run, 'To Spreadsheet');
	},

	'reporting-subscribe-daily': async (run) => {
		const subscription = await ask<IDataObject>(
			run,
			'/reporting/v3/report-subscriptions/Daily%20transactions%20for%20finance',
			{},
		);
		expect(subscription).toMatchObject({ timezone: 'GMT', reportMimeType: 'text/csv' });
		expect(values(run, 'Subscribe')).toHaveLength(1);
	},

	'reporting-weekly-net-funding': async (run) => {
		const end = today().startOf('week');
		const answer = await ask<{ netTotal: Array<{ currency: string; value: number | string }> }>(
			run,
			'/reporting/v3/net-fundings',
			{
				startTime: end.minus({ weeks: 1 }).toUTC().toISO() ?? '',
				endTime: end.toUTC().toISO() ?? '',
			},
		);
		const currencies = values(run, 'Net Funding')
			.filter(({ rowType }) => rowType === 'total')
			.map(({ currencyCode }) => currencyCode);
		expect(answer.netTotal.length).toBeGreaterThan(0);
		expect(new Set(currencies)).toEqual(new Set(answer.netTotal.map(({ currency }) => currency)));
	},

	'trigger-missing-report-alarm': (run) => {
		const [{ text }] = values(run, 'Alarm');
		expect(text).toMatch(
			/^Report .+: (the service could not make it|there were no transactions)\.$/,
		);
	},

	'trigger-payment-received': (run) => {
		const [{ text }] = values(run, 'Message');
		expect(text).toMatch(
			/^.+ paid on invoice \S+: \d+(\.\d+)? of \d+(\.\d+)? [A-Z]{3} is still open\.$/,
		);
	},

	'trigger-remind-overdue': async (run) => {
		const [{ invoiceNumber }] = values(run, 'Invoice Became Overdue');
		const [{ error }] = values(run, 'Send Again');
		// An invoice that is shared by its link cannot be emailed, and the others go on.
		if (error !== undefined) expect(JSON.stringify(error)).toContain('shared by its payment link');
		else expect(await events(run, invoiceNumber)).toMatch(/SEND.*SEND/);
	},

	'trigger-report-to-spreadsheet': (run) => {
		expectSpreadsheet(run, 'Daily Report Ready');
	},
};
