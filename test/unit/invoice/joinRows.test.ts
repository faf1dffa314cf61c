import {
	checkChargesLostByUpdate,
	checkUnbillableLines,
	isTotalLabel,
	joinRows,
} from '../../../nodes/MerchantInvoicing/invoice/joinRows';
import { draftOf, itemized, LINE } from './drafts';

/** What is wrong with lines of these names, each of which costs something else. */
function problemsOf(names: string, productSku?: string, prices: number[] = []): string[] {
	const lineItems = ['Chair', ...names.split(', ')].map((productName, index) => ({
		productName,
		productSku: productSku ?? productName,
		quantity: '1',
		unitPrice: String(prices[index] ?? 5 ** index),
	}));
	const problems = checkUnbillableLines({ fields: {}, lineItems, customFields: [] });
	return problems.map(({ message }) => message);
}

it('no deduction is added to a bill, unless it has an SKU', () => {
	const names =
		'Less: 30% deposit, Coupon SAVE10, Credit note 5, Promo code MAY, Scholarship 2030, Trade-in car, Tradein, Deposit paid, Amount received, May: paid to date, Credit, Discount: May, Payment, Rebate, Refund, Credit - May, Discount (May), Payment for May, Rebate from Ann, Refund of A1, Credit on A1, 10% off, Price adjustment, Retainer applied, Store credit, Trade discount, Insurance payment, Mail rebate, Price reduction, Late refund, Write-off, Old writeoff, Acompte 1, Anzahlung Mai, Avoir 7, Gutschrift 7, Remise 5, Treuerabatt';
	const words =
		'is added, and looks like a deduction. Put it into a column Order Discount Amount, or give it an SKU if it is to be billed';
	expect(problemsOf(names)).toEqual(names.split(', ').map((name) => `"${name}" ${words}`));
	expect(problemsOf(names, 'D-1')).toEqual([]);
});

it('other names are products, what is owed may be from before, and hours come again', () => {
	const names =
		'Credit report, Discount brakes service, Security deposit, Balance bike, Outstanding, Balance, Open amount, Owed, Owing, Unpaid amount';
	expect(problemsOf(names)).toEqual([]);
	expect(problemsOf('Hour, Travel, Hour', undefined, [5, 5, 7, 17])).toEqual([]);
	expect(problemsOf('Hour, Travel, Both', undefined, [5, 5, 7, 17])).toHaveLength(1);
});

it('a total is no line of its invoice', () => {
	const names = 'Total, Balance Due, Please pay, Subtotal, Invoice amount, Gross';
	const refused = names.split(', ').map((name) => `"${name}" looks like a totals row`);
	expect(problemsOf(names).map((message) => message.split('. ')[0])).toEqual(refused);
});

it('the name of a total is told from that of a product', () => {
	const names =
		'Total, Totals, Gesamt, Gesamtsumme, Somme, Sum, Summe, Suma, Totale, Zwischensumme, 合計, 小計, Final total, Grand Total, Invoice total, Net total, Order total, Overall total, Sub-Total, Subtotal, Total after tax, Total before tax, Total due, Total excl. tax, Total for order 1, Total incl. VAT, Total of May, Total to pay, Total with tax, Total January, Total feb, Total March, Total Apr, Total May, Total June, Total Jul, Total Aug, Total Sept, Total Oct, Total November, Total Dec';
	expect(names.split(', ').filter((name) => !isTotalLabel(` ${name} `))).toEqual([]);
	const others = ['Total Gym', 'Total 90', 'Summer camp', 'Marching total band', ''];
	expect(others.filter(isTotalLabel)).toEqual([]);
});

/** Of two rows with the same line that differ in this column of no field. */
function arePasted(column: string, ...cells: string[]): boolean {
	const draft = { fields: {}, lineItems: [LINE], customFields: [] };
	const rows = cells.map((cell, index) => ({
		row: index + 1,
		reading: { draft, problems: [] },
		unused: new Map([[column, cell]]),
	}));
	return joinRows(rows).problems.length > 0;
}

it.each([
	['#', '1', '2'],
	['Timestamp', '2026-11-02 10:11', '2026-11-02 11:12'],
	['Timestamp', '2026-11-02T10:11:12Z', '2026-11-02T10:11:14Z'],
	['Timestamp', '46328.41', '46328.42'],
	['Start', '10:11:12', '10:11:14'],
	['Player', 'Tom', ' tom '],
	['Notes', 'new', 'double?'],
	['Status', 'Open', 'Ready'],
	['Date', '2026-01-13', ''],
	['Date', '2026-01-13', '2026-01-14', '2026-01-13'],
])('a line is pasted twice if only %s differs, as in %j and %j', (column, ...cells) => {
	expect(arePasted(column, ...cells)).toBe(true);
});

it.each([
	...['Day', 'Week', 'month', 'Quarter', 'Fiscal Year'].map((name) => [name, '1', '2'] as const),
	['Date', '2026-01-13', '2026-01-14'],
	['Start', '10:11', '11:11'],
	['Player', 'Mia', 'Leo'],
] as const)('a line is sold twice if %s differs, as in %j and %j', (...given) => {
	expect(arePasted(...given)).toBe(false);
});

it('a tax that moves from the lines to the invoice is not lost', () => {
	const before = draftOf(itemized({}, [{ ...LINE, taxRate: '10' }]));
	expect(checkChargesLostByUpdate(before, draftOf(itemized({ taxRate: '10' })))).toEqual([]);
	expect(checkChargesLostByUpdate(before, draftOf(itemized()))).toHaveLength(1);
});
