import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { searched } from '../../support/canary';
import { editorOf } from '../../support/editor';
import { InvoicingControl } from '../../support/invoicingSandbox';
import { AMOUNT_ONLY, byNumber, jsonOf, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');
// A workflow sets Luxon's default zone, so the days are reckoned once, in a zone of their own.
const today = DateTime.utc();
const day = (days: number) => today.plus({ days }).toFormat('yyyy-MM-dd');

/** Who owes what: name, due in so many days, and what happens to the invoice. */
const INVOICES: Array<[string, number, string, string]> = [
	['Ann Lee', -10, 'emailNow', ''],
	['Ann Lee', 10, 'emailNow', ''],
	['Bob Ray', -5, 'share', ''],
	['Bob Ray', -5, 'emailNow', 'pay'],
	['Cy Dunn', 20, 'emailDraft', ''],
	['Cy Dunn', -20, 'emailDraft', ''],
	['Di Fox', 5, 'emailNow', 'cancel'],
];
const numbers: string[] = [];

beforeAll(async () => {
	for (const [customerName, days, delivery, fate] of INVOICES) {
		const customerEmail = `${customerName.split(' ')[0].toLowerCase()}@example.com`;
		const invoiceNumber = await invoicing.create({
			...AMOUNT_ONLY,
			lineItems: {},
			delivery,
			dueDate: day(days),
			customerName,
			customerEmail,
			additionalFields: {
				...(AMOUNT_ONLY.additionalFields as IDataObject),
				merchantCustomerId: delivery === 'share' ? '007' : '1007',
			},
		});
		numbers.push(invoiceNumber);
		if (fate === 'pay') await invoicing.pay(invoiceNumber);
		if (fate === 'cancel') await invoicing.invoice('cancel', byNumber(invoiceNumber));
	}
});
beforeEach(() => invoicing.sandbox.control.clearRequests());

const list = async (parameters: IDataObject = {}, options: IDataObject = {}) => {
	const { items, error } = await invoicing.run(
		'invoice',
		'getAll',
		{ returnAll: true, ...parameters },
		{ options },
	);
	if (error !== undefined) throw error;
	return jsonOf(items);
};
const listed = async ({ status = [], ...filters }: IDataObject) => {
	const found = (await list({ status, filters })).map(({ invoiceNumber }) => invoiceNumber);
	return found.map((number) => numbers.indexOf(number)).sort();
};

describe('Get Many', () => {
	it.each<[string, IDataObject, number[]]>([
		['nothing', {}, [0, 1, 2, 3, 4, 5, 6]],
		['one status', { status: ['DRAFT'] }, [4, 5]],
		['several statuses', { status: ['PAID', 'CANCELED'] }, [3, 6]],
		['part of a name', { customer: 'ANN' }, [0, 1]],
		['a merchant customer ID', { customer: '007' }, [2]],
		['a merchant customer ID and a day', { customer: '007', dueFrom: day(0) }, []],
		['an email address', { customerEmail: 'Bob@' }, [2, 3]],
		['overdue', { overdueOnly: true }, [0, 2]],
		['due from', { dueFrom: day(5) }, [1, 4, 6]],
		['due until', { dueUntil: day(-10) }, [0, 5]],
		[
			'a moment, which is a day in the zone of the workflow',
			{ dueUntil: `${day(-5)}T03:00:00Z` },
			[0, 5],
		],
		['due in a period', { dueFrom: day(-10), dueUntil: day(5) }, [0, 2, 3, 6]],
		['all together', { status: ['SENT', 'CREATED'], customer: 'bob', overdueOnly: true }, [2]],
	])('filters by %s', async (_name, filters, expected) => {
		expect(await listed(filters)).toEqual(expected);
	});

	it('reads the lists of the statuses that count, and asks for no more than the limit', async () => {
		const queries = async () => {
			const requests = await invoicing.sandbox.control.requests();
			await invoicing.sandbox.control.clearRequests();
			return requests.flatMap(({ url }) => /status=\w+/.exec(url)?.[0] ?? url.split('?')[1]);
		};
		await listed({ status: ['PAID', 'SENT'] });
		// In the order of an invoice's life: what leaves one list meanwhile is in a later one.
		expect([...new Set(await queries())]).toEqual(['status=SENT', 'status=PAID']);
		await listed({ overdueOnly: true });
		expect([...new Set(await queries())]).toEqual([
			...['status=CREATED', 'status=SENT', 'status=PARTIAL'],
		]);
		const hintsAbove = async (itemOutput: string, input: IDataObject[]) => {
			const limited = { returnAll: false, limit: 3, itemOutput };
			return (await invoicing.run('invoice', 'getAll', limited, { input })).hints;
		};
		// n8n says by itself that a limit was reached, where there are as many items.
		expect(await hintsAbove('simplified', [{}])).toEqual([]);
		expect(await queries()).toEqual(['offset=0&limit=3']);
		expect(await hintsAbove('simplified', [{}, {}])).toEqual([
			expect.stringContaining('there may be more. Turn on Return All'),
			expect.any(String),
		]);
	});

	it('applies the limit after the filters', async () => {
		const filters = { customerEmail: 'bob@' };
		expect(await list({ returnAll: false, limit: 1, filters })).toHaveLength(1);
		const [{ url }] = await invoicing.sandbox.control.requests();
		expect(url).toContain('limit=100');
	});

	it('refuses a date that is none before anything is asked', async () => {
		const { message } = await invoicing.refusal('getAll', { filters: { dueFrom: 'soon' } });
		expect(message).toContain('Due From: must be a date');
		expect(await invoicing.sandbox.control.requests()).toEqual([]);
	});
});

it('an invoice is found by its number, with its history', async () => {
	const number = byNumber(` ${numbers[0]} `);
	const found = await invoicing.invoice('get', { ...number, itemOutput: 'raw' });
	expect(found).toMatchObject({ id: numbers[0] });
	expect(found.invoiceHistory).toEqual([
		expect.objectContaining({ event: 'DRAFT' }),
		expect.objectContaining({ event: 'SEND' }),
	]);
});

describe('the search in the editor', () => {
	const { searchCurrencies, searchInvoices } = new MerchantInvoicing().methods.listSearch;

	const editor = (operation = 'get') =>
		editorOf(new MerchantInvoicing(), { operation }, invoicing.sandbox);
	const currencies = async (filter?: string) =>
		(await searchCurrencies.call(editor(), filter)).results;
	const invoices = async (filter?: string, operation?: string) =>
		(await searched('a list', searchInvoices.call(editor(operation), filter))).results;

	it('finds currencies by code and by name', async () => {
		expect((await currencies('dollar')).map(({ value }) => value)).toEqual(
			expect.arrayContaining(['AUD', 'CAD', 'USD']),
		);
		expect(await currencies(' JPY')).toEqual([{ name: 'JPY – Japanese Yen', value: 'JPY' }]);
		expect((await currencies()).length).toBeGreaterThan(150);
	});

	it('shows number, customer, amount, status and due date of every invoice', async () => {
		const all = await invoices();
		expect(all.map(({ value }) => value).sort()).toEqual([...numbers].sort());
		expect(all).toContainEqual({
			name: `${numbers[0]} · Ann Lee · 100.00 EUR · SENT · due ${day(-10)}`,
			value: numbers[0],
		});
	});

	it('finds invoices by customer, status and number', async () => {
		const found = async (filter: string, operation?: string) =>
			(await invoices(filter, operation)).map(({ value }) => numbers.indexOf(String(value))).sort();
		expect(await found('  ann')).toEqual([0, 1]);
		expect(await found('PAID')).toEqual([3]);
		expect(await found(numbers[4])).toEqual([4]);
		expect(await found('nobody')).toEqual([]);
		// Neither a paid nor a canceled one can be sent.
		expect(await found('', 'send')).toEqual([0, 1, 2, 4, 5]);
	});

	it('shows the first hundred, and finds those on later pages', async () => {
		await new InvoicingControl(invoicing.sandbox.control).bulkCreate(230, { status: 'SENT' });
		expect(await invoices()).toHaveLength(100);
		expect(await invoices(numbers[4])).toMatchObject([{ value: numbers[4] }]);
	});
});
