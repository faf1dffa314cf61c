import { conversionRow } from '../../../nodes/MerchantReporting/actions/onDemandReport/conversionDetail.operation';
import { exactIfAmount } from '../../../nodes/MerchantReporting/actions/onDemandReport/onDemand';
import { fundingRows } from '../../../nodes/MerchantReporting/actions/onDemandReport/netFunding.operation';
import {
	requestRows,
	groupByRequest,
	type PurchaseRefundResponse,
} from '../../../nodes/MerchantReporting/actions/onDemandReport/purchaseRefundPages';

it('rows of summaries have amounts as exact text, whatever the service wrote', () => {
	for (const [name, value, exact] of [
		['a', 1, 1],
		['salesAmount', 0.1, '0.1'],
		['feeAmount', '12345678901234567.89', '12345678901234567.89'],
		['smallAmount', 1e-7, '0.0000001'],
		['settlement_amount', '1.5E3', '1500'],
		['amount', 'N/A', 'N/A'],
	]) {
		expect(exactIfAmount(String(name), value)).toBe(exact);
	}
});

describe('rows of net funding', () => {
	const line = (type: string, fundedAmount: string) => ({
		...{ type, currencyCode: 'USD', fundedAmount },
	});
	const LINES = [line('PURCHASES', '10'), line('REFUNDS', '3'), line('FEES', '1')];
	const usd = (value: string) => [{ currency: 'USD', value }];
	const rowsOf = (lists: object, netFundingSummaries = LINES) => {
		const told: string[] = [];
		const rows = fundingRows({ netFundingSummaries, ...lists }, (notice) => told.push(notice));
		return { rows: rows.map(({ type, fundedAmount }) => [type, fundedAmount]), told };
	};
	const OWN = LINES.map(({ type, fundedAmount }) => [type, fundedAmount]);

	it.each([
		['nothing added up', {}],
		['the net that they add up to', { netTotal: usd('6.00') }],
		['refunds as negatives', { totalRefunds: usd('-3'), netTotal: usd('6') }],
	])('are the summaries with %s', (_what, lists) => {
		expect(rowsOf(lists)).toEqual({ rows: OWN, told: [] });
	});

	it('are the summaries by whatever name of their type', () => {
		const refund = { ...line('CREDIT', '3'), currencyCode: 'usd' };
		const summaries = [line('Sales', '10'), refund, line('Fee', '1')];
		const lower = [{ currency: 'usd', value: '1' }];
		const lists = { totalPurchases: usd('10'), totalRefunds: usd('3'), totalFees: lower };
		expect(rowsOf({ ...lists, netTotal: usd('6') }, summaries)).toEqual({
			rows: summaries.map(({ type, fundedAmount }) => [type, fundedAmount]),
			told: [],
		});
	});

	it('add up to the net of the service, with what it holds beside them as a row', () => {
		expect(rowsOf({ netTotal: usd('5.50') })).toEqual({
			rows: [...OWN, ['OTHER AMOUNTS', '-0.50']],
			told: [
				'The service says that netTotal is 5.50 USD, but its summaries add up to 6. The difference is a row of type OTHER AMOUNTS.',
			],
		});
	});

	it('are the totals of a currency in which a type has no summaries', () => {
		const euros = [{ currency: 'EUR', value: '7' }];
		const lists = { totalPurchases: euros, netTotal: [...usd('6'), ...euros] };
		expect(rowsOf(lists)).toEqual({ rows: [...OWN, ['PURCHASES', '7']], told: [] });
	});

	it('are the totals of the types that have no summaries', () => {
		const lists = { totalPurchases: usd('10'), totalFees: usd('1'), netTotal: usd('9') };
		expect(rowsOf(lists, [])).toEqual({
			rows: [
				['PURCHASES', '10'],
				['FEES', '1'],
			],
			told: [],
		});
		const rows = [['OTHER AMOUNTS', '9']];
		expect(rowsOf({ netTotal: usd('9') }, [])).toEqual({ rows, told: [] });
	});
});

test('A conversion becomes a flat row, its notes lines of text', () => {
	const notes = [
		{ time: 'T1', addedBy: 'ann', comments: 'fine' },
		{ time: 'T2', addedBy: 'bob' },
		{ addedBy: 'eve', comments: 'late' },
	];
	const row = { requestId: '1', notes: 'T1 ann: fine\nT2 bob\neve: late' };
	expect(conversionRow({ requestId: '1', notes })).toEqual(row);
});

describe('the six lists of purchases and refunds', () => {
	/** The rows of the pages of each window. */
	const rowsOf = (windows: PurchaseRefundResponse[][]) =>
		requestRows(windows.flat().flatMap(groupByRequest));
	const page = {
		requestDetails: [
			{ requestId: '1', merchantReferenceNumber: '0042' },
			{ requestId: '2', merchantReferenceNumber: '0043' },
		],
		settlements: [
			{ requestId: '1', amount: 10.1, currencyCode: 'USD' },
			{ requestId: '1', amount: '5.00', currencyCode: 'USD' },
		],
		authorizations: [{ requestId: '2', code: '007', card: { type: 'VI' } }],
		feeAndFundingDetails: [{ requestId: '1', discountAmount: '0.30' }],
		others: [{ requestId: '2', tags: ['a', 'b'] }],
		settlementStatuses: [{ requestId: '3', status: 'LATE' }],
	};

	it('become one flat row per request', () => {
		expect(rowsOf([[page]])).toEqual([
			{
				requestId: '1',
				merchantReferenceNumber: '0042',
				settlement_amount: 10.1,
				settlement_currencyCode: 'USD',
				settlement_2_amount: '5.00',
				settlement_2_currencyCode: 'USD',
				feeAndFunding_discountAmount: '0.30',
			},
			expect.objectContaining({
				requestId: '2',
				authorization_code: '007',
				authorization_card_type: 'VI',
				other_tags: '["a","b"]',
			}),
			expect.objectContaining({ requestId: '3', settlementStatus_status: 'LATE' }),
		]);
	});

	it('keep equal entries of one answer', () => {
		const settled = { requestId: '1', amount: '1' };
		expect(rowsOf([[{ settlements: [settled, settled] }]])).toEqual([
			{ requestId: '1', settlement_amount: '1', settlement_2_amount: '1' },
		]);
	});

	it('are joined over windows, an entry in two of them taken once', () => {
		expect(rowsOf([[page], [page]])).toEqual(rowsOf([[page]]));
	});
});
