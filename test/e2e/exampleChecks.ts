import { Decimal } from 'decimal.js';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { read, utils } from 'xlsx';
import { type InvoiceRecord, Ledger, type TransactionRecord } from '../support/ledger';
import type { ExampleRun } from './exampleRuns';

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

const ledger = async ({ sandbox }: ExampleRun) => await new Ledger(sandbox).invoices();

async function booked({ sandbox }: ExampleRun, number: unknown): Promise<InvoiceRecord> {
	const invoice = await new Ledger(sandbox).invoice(String(number));
	if (invoice === undefined) throw new Error(`There is no invoice ${String(number)}`);
	return invoice;
}

const amounts = ({ orderInformation }: InvoiceRecord) => orderInformation.amountDetails;

/** What happened to an invoice, in order. */
const events = async (run: ExampleRun, number: unknown) =>
	((await booked(run, number)).invoiceHistory ?? []).map(({ event }) => event).join(' ');

const daysLate = ({ invoiceInformation: { dueDate } }: InvoiceRecord): number =>
	today().diff(DateTime.fromISO(dueDate, { zone }), 'days').days;

/** What is unpaid and late by so many days or more. */
const late = async (run: ExampleRun, days: number, statuses = ['SENT', 'PARTIAL']) =>
	(await ledger(run)).filter((invoice) => {
		const isLate = Math.round(daysLate(invoice)) >= days;
		return isLate && statuses.includes(invoice.status);
	});

const byEmail = ({ invoiceInformation }: InvoiceRecord) =>
	invoiceInformation.deliveryMode.toLowerCase() === 'email';

const numbersOf = (items: IDataObject[]) =>
	items.map(({ invoiceNumber }) => invoiceNumber as string).sort();
const idsOf = (invoices: InvoiceRecord[]) => invoices.map(({ id }) => id).sort();

function sums(entries: ReadonlyArray<readonly [currency: unknown, amount: Decimal.Value]>) {
	const found = new Map<string, Decimal>();
	for (const [currency, amount] of entries) {
		const name = String(currency);
		found.set(name, (found.get(name) ?? new Decimal(0)).plus(amount));
	}
	return Object.fromEntries([...found].map(([currency, sum]) => [currency, sum.toString()]));
}

const owed = (invoices: InvoiceRecord[]) =>
	sums(invoices.map(amounts).map(({ currency, balanceAmount }) => [currency, balanceAmount]));

const invoiceMails = async ({ sandbox }: ExampleRun) =>
	(await sandbox.control.outbox()).filter(({ kind }) => kind === 'invoice').length;

const transactions = async ({ sandbox }: ExampleRun, start: DateTime, end: DateTime) =>
	await new Ledger(sandbox).transactions(start.toUTC().toISO() ?? '', end.toUTC().toISO() ?? '');

const signed = ({ amount, transactionType }: TransactionRecord) =>
	new Decimal(amount).times(transactionType === 'Refunds' ? -1 : 1);

function expectSpreadsheet(run: ExampleRun, node: string): void {
	const files = run.items(node).map(({ binary }) => binary?.data.fileExtension);
	expect(files).toEqual(['xlsx']);
}

/** The request IDs of a report, in the one workbook that a node made of it. */
async function requestsInWorkbook(run: ExampleRun, node: string): Promise<unknown[]> {
	expectSpreadsheet(run, node);
	const { SheetNames, Sheets } = read(await run.file(node));
	const [heads, ...rows] = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0]], { header: 1 });
	const column = heads.findIndex((head) => /Request ?ID$/.test(String(head)));
	return rows.map((cells) => cells[column]);
}

/** The request IDs in a report, which come first in each of its rows. */
const requestsIn = (report: string) =>
	[...report.matchAll(/^\s*(?:<\w+ RequestID=")?(\d{22})\b/gm)].map(([, id]) => id);

/** The request IDs in the file of the seeded report that ended last midnight. */
async function requestsOfToday({ sandbox }: ExampleRun): Promise<string[]> {
	const { text } = await sandbox.call(
		'GET',
		`/reporting/v3/report-downloads?reportName=Daily%20transactions&reportDate=${today().toISODate()}`,
		{ headers: { accept: 'text/csv' } },
	);
	return requestsIn(text);
}

/** What each example must have done once it ran, by its file's name. */
export const CHECKS: Record<string, (run: ExampleRun) => Promise<void> | void> = {
	'agent-bill': async (run) => {
		const [{ invoiceNumber }] = values(run, 'Bill');
		expect(invoiceNumber).toBe('WS-1001');
		expect(await events(run, invoiceNumber)).toContain('SEND');
		expect(amounts(await booked(run, invoiceNumber))).toMatchObject({
			totalAmount: 250,
			currency: 'USD',
		});
	},

	'agent-overdue': async (run) => {
		const overdue = await late(run, 1, ['CREATED', 'SENT', 'PARTIAL']);
		expect(overdue.length).toBeGreaterThan(0);
		expect(numbersOf(values(run, 'Overdue Invoices'))).toEqual(idsOf(overdue));
		const totals = values(run, 'Overdue Totals').filter(({ currency }) => currency !== undefined);
		expect(
			sums(totals.map(({ currency, balanceAmount }) => [currency, balanceAmount as string])),
		).toEqual(owed(overdue));
	},

	'invoicing-from-sheet': async (run) => {
		expect(values(run, 'Create the Invoices')).toMatchObject(
			[
				{ invoiceNumber: 'SHEET-3001', totalAmount: '120.00', currency: 'USD' },
				{ invoiceNumber: 'SHEET-3002', totalAmount: '59.97', currency: 'EUR' },
				{ invoiceNumber: 'SHEET-3003', totalAmount: '12000', currency: 'JPY' },
			].map((invoice, index) => ({
				...invoice,
				row: index + 1,
				outcome: 'created',
				status: 'SENT',
				paymentLink: expect.stringContaining('http') as string,
			})),
		);
		expect(amounts(await booked(run, 'SHEET-3002')).totalAmount).toBe(59.97);
		expect((await booked(run, 'SHEET-3003')).customerInformation.name).toBe('Zoë Brandt');
		const mails = await invoiceMails(run);
		expect((await run.again()).items('Create the Invoices')).toHaveLength(3);
		expect(await invoiceMails(run)).toBe(mails);
	},

	'invoicing-one-invoice-from-rows': async (run) => {
		const [{ invoiceNumber, ...draft }] = values(run, 'Draft invoice');
		expect(draft).toMatchObject({ status: 'DRAFT', totalAmount: '2343.00' });
		const invoice = await booked(run, invoiceNumber);
		expect(invoice.orderInformation.lineItems).toHaveLength(3);
		expect([invoice.status, amounts(invoice).totalAmount]).toEqual(['DRAFT', 2343]);
	},

	'invoicing-orders-in-step': async (run) => {
		expect(values(run, 'Create or Update')).toMatchObject([
			{ invoiceNumber: 'SYNC-2001', outcome: 'created', totalAmount: '99.80' },
			{ invoiceNumber: 'SYNC-2002', outcome: 'created', totalAmount: '59.97' },
		]);
		expect(await events(run, 'SYNC-2001')).toBe('CREATE SEND');
		const totals = values(run, 'What Is Owed');
		for (const { isComplete, balanceAmount } of totals) {
			expect(isComplete).toBe(true);
			expect(balanceAmount).toMatch(/^\d+(\.\d+)?$/);
		}
		const open = (await ledger(run)).filter(({ status }) =>
			['CREATED', 'SENT', 'PARTIAL'].includes(status),
		);
		const found = totals.filter(({ currency }) => currency !== undefined);
		expect(
			sums(found.map(({ currency, balanceAmount }) => [currency, balanceAmount as string])),
		).toEqual(owed(open));
	},

	'invoicing-orders-to-invoices': async (run) => {
		const billed = values(run, 'Bill each order');
		expect(billed.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['ORDER-1001', 'ORDER-1002']);
		for (const { invoiceNumber, totalAmount } of billed) {
			const invoice = await booked(run, invoiceNumber);
			expect(invoice.status).toBe('SENT');
			expect(Number(totalAmount)).toBe(amounts(invoice).totalAmount);
		}
		expect(billed.map(({ totalAmount }) => totalAmount)).toEqual(['377.57', '59.97']);
		const receivers = (await run.sandbox.control.outbox()).map(({ to }) => to);
		expect(receivers).toEqual(expect.arrayContaining(['ann@example.com', 'bob@example.com']));
		const mails = await invoiceMails(run);
		await run.again();
		expect(await invoiceMails(run)).toBe(mails);
	},

	'invoicing-paid-webhook': async (run) => {
		const [{ invoiceNumber, amount, currency }, ...others] = values(run, 'Paid');
		expect(others).toEqual([]);
		const invoice = await booked(run, invoiceNumber);
		expect(invoice.status).toBe('PAID');
		expect([Number(amount), currency]).toEqual([amounts(invoice).totalAmount, 'USD']);
	},

	'invoicing-remind-overdue': async (run) => {
		// The service itself reminded all of them on the first day.
		const overdue = (await late(run, 14, ['CREATED', 'SENT', 'PARTIAL'])).filter(byEmail);
		expect(overdue.length).toBeGreaterThan(0);
		const sent = values(run, 'Remind').filter(({ outcome }) => outcome === 'sent');
		expect(numbersOf(sent)).toEqual(idsOf(overdue));
		const mails = await invoiceMails(run);
		const again = (await run.again()).items('Remind').map(({ json }) => json.outcome);
		expect(new Set(again)).toEqual(new Set(['skipped']));
		expect(await invoiceMails(run)).toBe(mails);
	},

	'reporting-daily-report-to-spreadsheet': async (run) => {
		const ids = await requestsOfToday(run);
		const [made] = values(run, 'Download Report');
		expect(made).toMatchObject({ rows: ids.length });
		expect(made).not.toHaveProperty('differences');
		expect(await requestsInWorkbook(run, 'Download Report')).toEqual(ids);
	},

	'reporting-last-month-totals': async (run) => {
		const totals = values(run, 'Order and Total');
		expect(totals.length).toBeGreaterThan(1);
		for (const total of totals) {
			expect(total).toMatchObject({
				'PaymentMethod.CardType': expect.any(String),
				currency: expect.stringMatching(/^[A-Z]{3}$/),
				count: expect.any(Number),
				net: expect.stringMatching(/^-?\d+(\.\d+)?$/),
			});
		}
		const start = DateTime.utc().minus({ months: 1 }).startOf('month');
		const truth = await transactions(run, start, start.plus({ months: 1 }));
		expect(sums(totals.map(({ currency, net }) => [currency, net as string]))).toEqual(
			sums(truth.map((each) => [each.currency, signed(each)])),
		);
	},

	'reporting-order-now-collect-later': async (run) => {
		expect(values(run, 'Order')).toMatchObject([{ ready: false, orderId: expect.any(String) }]);
		const rows = values(run, 'Rows of All Parts');
		expect(rows.filter((row) => 'orderId' in row || 'ready' in row)).toEqual([]);
		const parts = (await run.sandbox.control.reports()).filter(({ reportName }) =>
			reportName.startsWith('Last 90 days'),
		);
		expect(parts.length).toBeGreaterThan(1);
		let inFiles = 0;
		for (const { reportId } of parts) {
			const { text } = await run.sandbox.call('GET', `/_sandbox/reports/${reportId}/file`);
			inFiles += text.match(/^\d{22}(?=,)/gm)?.length ?? 0;
		}
		expect(rows).toHaveLength(inFiles);
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

	'reporting-reconcile': async (run) => {
		const summaries = values(run, 'Reconcile').filter(({ result }) => result === 'summary');
		const paid = (await ledger(run)).filter(({ status }) => status === 'PAID').map(amounts);
		const end = DateTime.utc().startOf('day');
		const all = await transactions(run, end.minus({ days: 100 }), end);
		const settled = all.filter((one) => one.settled);
		const column = (...names: string[]) =>
			sums(
				summaries.flatMap((item) =>
					names.map((name) => [item.currency, item[name] as string] as const),
				),
			);
		const expected = paid.map((one) => [one.currency, one.totalAmount] as const);
		expect(column('expected')).toMatchObject(sums(expected));
		expect(column('settled', 'refunded')).toMatchObject(
			sums(settled.map((one) => [one.currency, signed(one)])),
		);
	},

	'reporting-subscribe-daily': async (run) => {
		const subscription = async (name: string) =>
			await ask<IDataObject>(
				run,
				`/reporting/v3/report-subscriptions/${encodeURIComponent(name)}`,
				{},
			);
		expect(await subscription('Daily transactions for finance')).toMatchObject({
			timezone: 'GMT',
			reportMimeType: 'text/csv',
		});
		expect(await subscription('Daily transactions')).toMatchObject({
			timezone: 'America/New_York',
			reportFields: expect.arrayContaining(['PaymentData.Amount', 'PaymentData.CurrencyCode']),
		});
		expect(values(run, 'Subscribe')).toHaveLength(1);
	},

	'reporting-to-data-table': async (run) => {
		const ids = (await requestsOfToday(run)).sort();
		expect(ids.length).toBeGreaterThan(0);
		const rows = values(run, 'Add or Update');
		expect(rows.map(({ requestId }) => requestId).sort()).toEqual(ids);
		expect(rows.every(({ amount }) => /^\d+(\.\d+)?$/.test(amount as string))).toBe(true);
		const again = values(await run.again(), 'Add or Update');
		expect(again.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
	},

	'reporting-large-report-in-batches': async (run) => {
		const { length: lastRow } = await requestsOfToday(run);
		expect(lastRow).toBeGreaterThan(0);
		expect(values(run, 'Finished')).toEqual([{ done: true, lastRow, nextCursor: '' }]);
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
		const totals = values(run, 'Net Funding');
		expect(answer.netTotal.length).toBeGreaterThan(0);
		expect(new Set(totals.map(({ currency }) => currency))).toEqual(
			new Set(answer.netTotal.map(({ currency }) => currency)),
		);
		expect(totals.map(({ currency, net }) => [currency, Number(net)])).toEqual(
			answer.netTotal.map(({ currency, value }) => [currency, Number(value)]),
		);
	},

	'trigger-missing-report-alarm': (run) => {
		const [{ text }] = values(run, 'Alert');
		expect(text).toMatch(/^Report Daily conversions for .+: the service could not make it\.$/);
	},

	'trigger-payment-received': async (run) => {
		const [{ invoiceNumber }] = values(run, 'Invoice Paid or Partly Paid');
		const [{ text }] = values(run, 'Message');
		const invoice = await booked(run, invoiceNumber);
		const { balanceAmount, currency } = amounts(invoice);
		expect(text).toMatch(
			balanceAmount === 0
				? new RegExp(
						`^.+ paid on invoice ${invoice.id}\\. It is paid in full: \\d\\S* ${currency}\\.$`,
					)
				: new RegExp(
						`^.+ paid on invoice ${invoice.id}\\. \\d\\S* of \\d\\S* ${currency} is still open\\.$`,
					),
		);
		const [figure] =
			/\d[\d.]* (?=of|[A-Z]{3}\.)/.exec((text as string).split('. ').at(-1) ?? '') ?? [];
		expect(Number(figure)).toBe(balanceAmount === 0 ? amounts(invoice).totalAmount : balanceAmount);
	},

	'trigger-report-to-spreadsheet': async (run) => {
		const [{ reportId }] = values(run, 'Daily Report Ready');
		const { text } = await run.sandbox.call('GET', `/reporting/v3/reports/${reportId as string}`, {
			headers: { accept: 'text/csv, application/xml' },
		});
		const ids = requestsIn(text);
		expect(ids.length).toBeGreaterThan(0);
		expect(await requestsInWorkbook(run, 'Daily Report Ready')).toEqual(ids);
	},
};
