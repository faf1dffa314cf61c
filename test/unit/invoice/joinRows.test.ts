import {
	checkUnbillableLines,
	isTotalLabel,
} from '../../../nodes/MerchantInvoicing/invoice/joinRows';

/** What is wrong with lines of these names, each of which costs something else. */
function problemsOf(names: string, productSku?: string): string[] {
	const lineItems = ['Chair', ...names.split(', ')].map((productName, index) => ({
		productName,
		productSku: productSku ?? productName,
		quantity: '1',
		unitPrice: String(5 ** index),
	}));
	const problems = checkUnbillableLines({ fields: {}, lineItems, customFields: [] });
	return problems.map(({ message }) => message);
}

it('no deduction is added to a bill, unless it has an SKU', () => {
	const names =
		'Less: 30% deposit, Coupon SAVE10, Credit note 5, Promo code MAY, Scholarship 2030, Trade-in car, Tradein, Deposit paid, Amount received, May: paid to date, Credit, Discount: May, Payment, Rebate, Refund, Credit - May, Discount (May), Payment for May, Rebate from Ann, Refund of A1, Credit on A1, 10% off, Price adjustment, Retainer applied, Store credit, Trade discount, Insurance payment, Mail rebate, Price reduction, Late refund, Write-off, Old writeoff, Acompte 1, Anzahlung Mai, Avoir 7, Gutschrift 7, Remise 5, Treuerabatt';
	const refused = names.split(', ').map((name) => `"${name}" is added, and looks like a deduction`);
	expect(problemsOf(names).map((message) => message.split('. ')[0])).toEqual(refused);
	expect(problemsOf(names, 'D-1')).toEqual([]);
});

it('other names are products, and what is owed may be from before', () => {
	const names = 'Credit report, Discount brakes service, Security deposit, Balance bike';
	expect(problemsOf(`${names}, Outstanding balance, Open amount, Owed, Unpaid amount`)).toEqual([]);
});

it('a total is no line of its invoice', () => {
	const names = 'Total, Balance due, Please pay, Subtotal, Invoice amount, Gross';
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
