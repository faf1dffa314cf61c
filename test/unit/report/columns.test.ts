import { findKindInCatalog } from '../../../nodes/shared/catalog/fields';
import { CurrencyColumns, kindOfColumn } from '../../../nodes/shared/report/columns';
import { problemOf, rowsOf } from './read';

const REPORT = 'RequestID,BillTo.City,Amount\n001,Leeds,2.50\n002,,\n';

describe('Columns', () => {
	test('are kept in the order and with the names that the user gives', async () => {
		expect(await rowsOf(REPORT, { columns: 'Amount, billto_city' })).toEqual([
			{ Amount: '2.50', billto_city: 'Leeds' },
			{ Amount: '', billto_city: '' },
		]);
		expect(Object.keys((await rowsOf(REPORT, { columns: ['Amount', 'RequestID'] }))[0])).toEqual([
			'Amount',
			'RequestID',
		]);
	});

	const GIFT_CARDS = [
		['the wire names', 'Current Balance,Previous Balance,Redemption Type'],
		['SCMP', 'gift_card_current_balance,gift_card_previous_balance,gift_card_redemption_type'],
	];
	const gifts = ['Redemption Type', 'Current Balance'];

	test.each(GIFT_CARDS)('of gift cards are found by the catalog in %s', async (_, header) => {
		const report = `${header}\n12.50,20.00,CASHOUT\n`;
		const row = { 'Redemption Type': 'CASHOUT', 'Current Balance': '12.50' };
		expect(await rowsOf(report, { columns: gifts })).toEqual([row]);
		const options = { columns: Object.keys(row), amounts: 'number' };
		expect(await rowsOf(report, options)).toEqual([{ ...row, 'Current Balance': 12.5 }]);
	});

	test('of gift cards are found in SOAPI, where a second one goes by its own name', async () => {
		const both =
			'giftCard_currentBalance,giftCard_previousBalance,giftCard_previousBalance\n12.50,20.00,CASHOUT\n';
		const columns = ['Current Balance', 'Previous Balance', 'giftCard_previousBalance_2'];
		const [row] = await rowsOf(both, { columns });
		expect(Object.values(row)).toEqual(['12.50', '20.00', 'CASHOUT']);
		expect(await problemOf(rowsOf(both, { columns: gifts }))).toBe(
			'Columns to Keep: the report has no column "Redemption Type". Its columns are: giftCard_currentBalance, giftCard_previousBalance, giftCard_previousBalance_2',
		);
	});

	test('of the catalog are found where XML has more elements around them', async () => {
		const report =
			'<Report><Batches><Batch BatchID="7"><Requests><Request><PaymentMethod><Card><CardType>VI</CardType></Card></PaymentMethod><ApplicationReplies><ApplicationReply><Name>auth</Name></ApplicationReply><ApplicationReply><Name>bill</Name></ApplicationReply></ApplicationReplies><GiftCard><CurrentBalance>5</CurrentBalance></GiftCard></Request></Requests></Batch></Batches></Report>';
		const columns = ['PaymentMethod.CardType', 'Application.Name', 'Current Balance', 'BatchID'];
		expect(await rowsOf(report, { columns })).toEqual([
			{
				'PaymentMethod.CardType': 'VI',
				'Application.Name': 'auth',
				'Current Balance': '5',
				BatchID: '7',
			},
		]);
	});

	test('a column of the very name is taken even where a similar one came before it', async () => {
		const report =
			'<R><Batch Status="open"><Request><A>1</A><Status>done</Status></Request><Request><A>2</A><Status>new</Status></Request></Batch></R>';
		expect(await rowsOf(report, { columns: 'Status' })).toEqual([
			{ Status: 'done' },
			{ Status: 'new' },
		]);
	});

	test('are found by the last part of their name, unless several end so', async () => {
		const csv = (names: string) => `${names}\nVI,x\n`;
		const columns = 'Card Type';
		expect(await rowsOf(csv('PaymentMethod.CardType,A'), { columns })).toEqual([
			{ 'Card Type': 'VI' },
		]);
		for (const names of [
			'CardType,Other.CardType',
			'A_cardType,x',
			'payment_method_card_type,x',
			'Item.CardType,Item.2.CardType',
		]) {
			expect(await rowsOf(csv(names), { columns })).toEqual([{ 'Card Type': 'VI' }]);
		}
		const cities =
			'<R><Request><BillTo><City>a</City></BillTo></Request><Request><ShipTo><City>b</City></ShipTo></Request></R>';
		for (const report of [csv('BillTo.City,ShipTo.City'), cities]) {
			expect(await problemOf(rowsOf(report, { columns: 'City' }))).toContain(
				'the report has several columns "City": BillTo.City, ShipTo.City. Enter the whole name of the one that you mean.',
			);
		}
	});

	test('an exact name wins over a similar one', async () => {
		expect(await rowsOf('amount,Amount\n1,2\n', { columns: 'Amount' })).toEqual([{ Amount: '2' }]);
	});

	test('a name that the report does not have is refused, with those it has', async () => {
		const options = { columns: 'Ammount' };
		expect(await problemOf(rowsOf(REPORT, options))).toBe(
			'Columns to Keep: the report has no column "Ammount". Its columns are: RequestID, BillTo.City, Amount',
		);
		const alike = [
			'sum_a',
			'sum_b',
			'sum_c',
			'sum_d',
			...Array.from({ length: 57 }, (_, n) => `c${n}`),
		];
		expect(await problemOf(rowsOf(`${alike.join()}\n`, { columns: 'Sum' }))).toMatch(
			/\. Did you mean sum_a or sum_b or sum_c\? Its columns are: sum_a, .*, c55, …$/,
		);
		const filters = { conditions: [{ column: 'Zip', comparison: 'empty' }] };
		expect(await problemOf(rowsOf(REPORT, { ...options, filters }))).toMatch(/^Row.* "Zip"\. Its/);
	});

	test('facts about the report stand first, in the order chosen', async () => {
		const metadata = { reportId: 'r1', reportDate: '2026-03-01' };
		const options = { metadataColumns: ['reportDate', 'reportId', 'organizationId'] };
		const [row] = await rowsOf('reportId\nx\n', options, { metadata });
		expect(Object.entries(row)).toEqual([
			['reportDate', '2026-03-01'],
			['reportId', 'r1'],
			['organizationId', ''],
			['reportId_2', 'x'],
		]);
	});
});

describe('What a column holds is known', () => {
	test.each([
		['amount', 'FeeAmount', 'fee_amount', 'Funding.FundingAmount', 'funding_funding_amount'],
		['amount', 'Current Balance', 'giftCard_currentBalance', 'gift_card_current_balance'],
		['amount', 'GiftCard.CurrentBalance', 'gift_card_previous_balance', 'Amount_2'],
		['time', 'EventDate', 'event_date', 'Time', 'Travel.DepartureDateTime', 'Batch.BatchDate'],
		['time', 'PaymentMethod.SignatureDate', 'PaymentMethod.Card.SignatureDate'],
		['currency', 'Currency', 'currencyCode', 'service_fee_amount_ccy', 'LocalCurrencyCode'],
		['text', 'AmountType', 'SettlementTimeZone', 'PaymentMethod.ExpirationMonth', 'DiscountRate'],
	])('by the catalog: %s, in whatever convention', (kind, ...names) => {
		expect(names.filter((name) => findKindInCatalog(name) !== kind)).toEqual([]);
		expect(names.filter((name) => kindOfColumn(name) !== kind)).toEqual([]);
	});

	test.each([
		['amount', 'ccAuthReply_amount', 'auth_amount', 'PaymentData.Amount', 'LineItem.2.TaxAmount'],
		['time', 'request_date', 'Request.TransactionDate', 'SomethingTimestamp'],
		['currency', 'PaymentData.CurrencyCode', 'OtherCurrency'],
		['text', 'Update', 'Request.RequestID', 'OrderAmountID', 'DateFormat', 'Balances'],
	])('by its last word where the catalog does not know it: %s', (kind, ...names) => {
		expect(names.filter((name) => findKindInCatalog(name) !== undefined)).toEqual([]);
		expect(names.filter((name) => kindOfColumn(name) !== kind)).toEqual([]);
	});

	const currencyOf = (amount: string, columns: string[]) => {
		const currencies = new CurrencyColumns();
		currencies.addColumns(columns);
		return currencies.of(amount);
	};
	const TWICE = ['Amount', 'Currency', 'Amount_2', 'Currency_2'];
	const BOTH_NAMES = ['Amount', 'CurrencyCode', 'Amount_2', 'Currency'];
	const FEES = ['Fee.Amount', 'Fee.Currency', 'Fee.2.Amount', 'Fee.2.Currency'];
	const INVOICES = ['TransactionAmount', 'TotalFeeAmount', 'FundingCurrency'];
	const FUNDING = ['Funding.FundingAmount', 'Funding.FundingCurrency', 'PaymentData.Amount'];
	const SOAPI = ['ccAuthReply_amount', 'purchaseTotals_currency'];

	test.each([
		['FeeAmount', ['Currency', 'FeeCurrency'], 'FeeCurrency'],
		['Amount', ['FeeCurrency', 'CurrencyCode'], 'CurrencyCode'],
		[
			'ExceptionAmount',
			['ExceptionAmountCurrency', 'LocalCurrencyCode'],
			'ExceptionAmountCurrency',
		],
		[
			'purchaseTotals_grandTotalAmount',
			['purchaseTotals_currency', 'other_currency'],
			'purchaseTotals_currency',
		],
		['TotalFeeAmount', ['FundingCurrency'], 'FundingCurrency'],
		['DiscountAmount', ['FeeCurrency', 'SettlementCurrency'], undefined],
		['Amount', TWICE, 'Currency'],
		['Amount_2', TWICE, 'Currency_2'],
		['Amount_2', ['Amount', 'Amount_2', 'Currency'], 'Currency'],
		['Fee.Amount', FEES, 'Fee.Currency'],
		['Fee.2.Amount', FEES, 'Fee.2.Currency'],
		['Amount.2', ['Amount.Currency', 'Amount.2', 'Amount.2.Currency'], 'Amount.2.Currency'],
		['TransactionAmount', INVOICES, 'FundingCurrency'],
		['TotalFeeAmount', [...INVOICES, 'Currency'], 'FundingCurrency'],
		['PaymentData.Amount', FUNDING, undefined],
		['ChargebackAmount', ['ChargebackAmount', 'FeeAmount', 'FeeCurrency'], undefined],
		['ChargebackAmount', ['ChargebackAmount', 'FeeAmount', 'CurrencyCode'], 'CurrencyCode'],
	])('the currency of %s among %j is %s', (amount, columns, currency) => {
		const sure = currency === undefined ? undefined : { name: currency, isAssumed: false };
		expect(currencyOf(amount, columns)).toEqual(sure);
	});

	test.each([
		['Amount', BOTH_NAMES, 'CurrencyCode'],
		['Amount_2', BOTH_NAMES, 'Currency'],
		['Amount_3', [...TWICE, 'Amount_3'], 'Currency_2'],
		['Fee.2.Amount', FEES.slice(0, 3), 'Fee.Currency'],
		['FeeAmount_2', ['FeeAmount', 'FeeCurrency', 'FeeAmount_2'], 'FeeCurrency'],
		['ccAuthReply_amount', SOAPI, 'purchaseTotals_currency'],
	])('the currency of %s among %j is likely %s', (amount, columns, currency) => {
		expect(currencyOf(amount, columns)).toEqual({ name: currency, isAssumed: true });
	});
});
