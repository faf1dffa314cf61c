import type { IDataObject } from 'n8n-workflow';
import { read, utils, type WorkBook } from 'xlsx';
import { json as answer, startServer } from '../../support/server';
import { AMOUNT_ONLY, useInvoicing } from '../invoicing/invoicing';

const invoicing = useInvoicing('all');
beforeAll(async () => {
	for (const totalAmount of ['100.00', '250.50', '7.25']) {
		await invoicing.create({
			...AMOUNT_ONLY,
			lineItems: {},
			additionalFields: { invoiceDescription: 'Advice', totalAmount },
		});
	}
	const paid = await invoicing.create();
	await invoicing.pay(paid);
});

const cells = ({ Sheets }: WorkBook, sheet: string) =>
	utils.sheet_to_json<unknown[]>(Sheets[sheet], { header: 1, defval: '' });

const notesOf = (book: WorkBook) => cells(book, 'Totals').map(([text]) => text);

async function getMany(
	{ options = {}, ...parameters }: IDataObject = {},
	address = invoicing.sandbox.address,
) {
	const done = await invoicing.run(
		'invoice',
		'getAll',
		{ returnAll: true, itemOutput: 'workbook', ...parameters },
		{ address, options: options as IDataObject },
	);
	if (done.error !== undefined) throw done.error;
	const book = async () => read(await done.binary(done.items[0]), { cellDates: true });
	return { ...done, book };
}

describe('Invoices as an Excel workbook', () => {
	it('come in one item with one file', async () => {
		const { items, book } = await getMany();
		expect(items.map(({ json }) => json)).toEqual([{ rows: 4, sheets: 1, isComplete: true }]);
		expect(items[0].binary?.data.fileName).toMatch(/^Invoices \d{4}-\d\d-\d\d\.xlsx$/);
		const made = await book();
		expect(made.SheetNames).toEqual(['Invoices', 'Totals']);
		const [headings, ...rows] = cells(made, 'Invoices');
		expect(headings.slice(0, 2)).toEqual(['Invoice Number', 'Status']);
		expect(rows).toHaveLength(4);
		const amount = headings.indexOf('Total Amount');
		expect(rows.map((row) => row[amount]).sort()).toEqual([100, 250.5, 7.25, 99.8].sort());
		expect(rows[0][headings.indexOf('Due Date')]).toBeInstanceOf(Date);
		expect(rows[0][headings.indexOf('Is Overdue')]).toBe('No');
		// What no invoice of the list has is no column.
		for (const [index] of headings.entries()) {
			expect(rows.some((row) => row[index] !== '')).toBe(true);
		}
	});

	it('have totals for each currency and status', async () => {
		const { book } = await getMany();
		const rows = cells(await book(), 'Totals').filter(([column]) => column === 'Total Amount');
		expect(rows.map((row) => row.slice(1, 5))).toEqual([
			['All', 'EUR', 3, 357.75],
			['All', 'USD', 1, 99.8],
			['DRAFT', 'EUR', 3, 357.75],
			['PAID', 'USD', 1, 99.8],
		]);
	});

	it('say what was asked for, and what is in doubt', async () => {
		const days = { dueFrom: '2030-01-01', dueUntil: '2031-01-31', overdueOnly: true };
		const filters = { customer: 'x', customerEmail: 'y@', ...days };
		const { book } = await getMany({ status: ['DRAFT', 'SENT'], filters });
		const made = await book();
		expect(notesOf(made).slice(0, 8)).toEqual([
			'All invoices of the list',
			'Status DRAFT, SENT',
			'Customer x',
			'Customer email y@',
			'Due from 2030-01-01',
			'Due until 2031-01-31',
			'Overdue only',
			expect.stringMatching(/^Overdue as of \d{4}-\d\d-\d\d, /),
		]);
		expect(cells(made, 'Invoices')).toHaveLength(1);
	});

	describe('of a list that says less than it seems', () => {
		type Details = Record<string, unknown>;
		const entry = (id: string, amountDetails: Details, dueDate: string | null = '2030-12-31') => ({
			id,
			status: 'SENT',
			customerInformation: { name: 'Ann Lee' },
			...(dueDate === null ? {} : { invoiceInformation: { dueDate } }),
			orderInformation: { amountDetails: { currency: 'EUR', ...amountDetails } },
		});

		/** Runs against a service with these invoices; `inFull` are what it says of some by themselves. */
		async function listOf(
			invoices: Array<ReturnType<typeof entry>>,
			inFull: Array<ReturnType<typeof entry>> = [],
			parameters: IDataObject = {},
			totalInvoices = invoices.length,
		) {
			const server = await startServer(({ url }, response) => {
				const { pathname, searchParams } = new URL(url, 'http://service');
				const number = pathname.split('/').at(-1);
				const single = [...inFull, ...invoices].find(({ id }) => id === number);
				if (single !== undefined) return answer(response, 200, single);
				const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)));
				const page = invoices.slice(offset, offset + limit);
				return answer(response, 200, { totalInvoices, invoices: page });
			});
			try {
				const done = await getMany({ groupBy: '', ...parameters }, server.address);
				return { ...done, made: parameters.rows === undefined ? await done.book() : undefined };
			} finally {
				await server.stop();
			}
		}

		it('carry the warnings of a list that may not be whole', async () => {
			const { items, made } = await listOf([entry('A1', { totalAmount: '10.00' })], [], {}, 5);
			expect(items[0].json).toMatchObject({ rows: 1, isComplete: false });
			expect(items[0].json.warnings).not.toBe('');
			expect(notesOf(made as WorkBook)).toContain(items[0].json.warnings);
		});

		it('show what cannot be read as text, and count it', async () => {
			const { items, made } = await listOf([
				entry('A1', { totalAmount: '10.00' }),
				entry('A2', { totalAmount: 'ten' }),
				entry('A3', { totalAmount: '0012.50' }),
				entry('A4', { totalAmount: '7.00' }, '2030-02-30'),
			]);
			const book = made as WorkBook;
			const [headings, ...rows] = cells(book, 'Invoices');
			const column = (name: string) => rows.map((row) => row[headings.indexOf(name)]);
			expect(column('Total Amount')).toEqual([10, 'ten', '0012.50', 7]);
			expect(column('Due Date')[3]).toBe('2030-02-30');
			const unread = [
				'Amounts that are not numbers, kept as text: 2 (first in row 2, Total Amount)',
				'Times that could not be read, kept as text: 1 (first in row 4, Due Date)',
			];
			const [notNumbers, notTimes] = unread;
			const notTotaled =
				'Cells to add up that are not numbers, left out of the totals: 2 (first in row 2, Total Amount)';
			const differences = [notNumbers, notTotaled, notTimes];
			expect(items[0].json).toMatchObject({ isComplete: false, differences });
			expect(items[0].json.warnings).toBe(unread.join('; '));
			expect(notesOf(book)).toEqual(expect.arrayContaining(differences));
			const sums = cells(book, 'Totals').find(([column]) => column === 'Total Amount');
			expect(sums?.slice(2, 4)).toEqual([2, 17]);
		});

		it('are all there, whatever limit was entered for items', async () => {
			const invoices = ['A1', 'A2', 'A3'].map((id) => entry(id, { totalAmount: '10.00' }));
			const { items } = await listOf(invoices, [], { returnAll: false, limit: 2 });
			expect(items[0].json).toMatchObject({ rows: 3, isComplete: true });
		});

		it('have the balance of each, and no column of some of them only', async () => {
			const partly = (details: Details) => ({ ...entry('A2', details), status: 'PARTIAL' });
			const full = { totalAmount: '20.00', taxDetails: { amount: '4.00' }, balanceAmount: '5.00' };
			const { items, made } = await listOf(
				[entry('A1', { totalAmount: '10.00' }), partly({ totalAmount: '20.00' })],
				[partly(full)],
			);
			expect(items[0].json).toMatchObject({ isComplete: true });
			const [headings, ...rows] = cells(made as WorkBook, 'Invoices');
			expect(headings).not.toContain('Tax Amount');
			expect(rows.map((row) => row[headings.indexOf('Balance Amount')])).toEqual([10, 5]);
		});
	});

	it('are totaled by the columns that the user names', async () => {
		const { book } = await getMany({ groupBy: 'Due Date, status' });
		const totals = cells(await book(), 'Totals');
		expect(totals.find(([heading]) => heading === 'Column')?.slice(1, 3)).toEqual([
			'Due Date',
			'Status',
		]);
		const refusal = async (groupBy: string) =>
			(await invoicing.refusal('getAll', { itemOutput: 'workbook', groupBy })).message;
		expect(await refusal('shoe size')).toContain('Group Totals By: there is no column "shoe size"');
	});
});

it('Invoices come as CSV for the spreadsheets of a country', async () => {
	// A group that was entered for a workbook, and a column that none of the invoices has.
	const options = { spreadsheetFormat: 'semicolonAndComma' };
	const done = await getMany({ groupBy: 'shoe size', options });
	expect(done.items[0].json).toEqual({ rows: 4, isComplete: true });
	expect(done.items[0].binary?.data.fileName).toMatch(/^Invoices .*\.csv$/);
	const text = (await done.binary(done.items[0])).toString();
	expect(text).toMatch(/^\ufeffInvoice Number;Status;.*;Tax Amount;/);
	expect(text).toContain('"250,50";EUR');
});
