import { changed, ITEMIZED, LINE_ITEM, PAYABLE_IN_PARTS, SENT } from './bodies';
import { refusedFields, useWorld } from './harness';

const world = useWorld();
const refused = async (body: unknown): Promise<string[]> =>
	refusedFields(await world.calls.create(body));

const DETAILS = 'orderInformation.amountDetails';
const TOTAL = `${DETAILS}.totalAmount`;
const LINE_ITEMS = 'orderInformation.lineItems';

const ON_TOTAL = {
	[`${DETAILS}.discountAmount`]: '5.00',
	[`${DETAILS}.discountPercent`]: '5',
	[`${DETAILS}.taxDetails.amount`]: '5.00',
	[`${DETAILS}.taxDetails.rate`]: '5',
	[`${DETAILS}.taxDetails.type`]: 'vat',
};
const ON_LINE_ITEM = { discountAmount: '5.00', discountRate: '5', taxAmount: '5.00', taxRate: '5' };

describe('discounts and taxes go on the total or on line items, never both', () => {
	it.each(Object.entries(ON_LINE_ITEM))('as with lineItems[].%s', async (name, value) => {
		const body = changed(ITEMIZED, { [LINE_ITEMS]: [LINE_ITEM, { ...LINE_ITEM, [name]: value }] });
		expect((await world.calls.create(body)).status).toBe(201);
		for (const [onTotal, amount] of Object.entries(ON_TOTAL)) {
			expect(await refused(changed(body, { [onTotal]: amount }))).toEqual([onTotal]);
		}
	});

	it('a tax on freight is neither', async () => {
		const body = changed(ITEMIZED, {
			[`${DETAILS}.freight`]: { amount: '5', taxable: true, taxRate: '8' },
			[LINE_ITEMS]: [{ ...LINE_ITEM, taxRate: '8' }],
		});
		expect((await world.calls.create(body)).status).toBe(201);
	});
});

describe('an amount only invoice, which is one without line items, does not support', () => {
	const unsupported: Array<[string, unknown]> = [
		...Object.entries(ON_TOTAL),
		[`${DETAILS}.freight.amount`, '5.00'],
		[`${DETAILS}.freight.taxable`, true],
		[`${DETAILS}.freight.taxRate`, '5'],
		['invoiceInformation.allowPartialPayments', true],
		['merchantDefinedFieldValues', [{ definitionId: 1, value: 'PO-1' }]],
	];

	it.each(unsupported)('%s, which an itemized one does', async (field, value) => {
		expect(await refused(changed(SENT, { [field]: value }))).toEqual([field]);
		expect((await world.calls.create(changed(ITEMIZED, { [field]: value }))).status).toBe(201);
	});

	it('but a sub amount, a company name, an expiry and saying no to partial payments it may carry', async () => {
		const body = changed(SENT, {
			[`${DETAILS}.subAmount`]: '120',
			'customerInformation.company.name': 'Hart & Sons',
			'invoiceInformation.expirationDate': '30-04-2026',
			'invoiceInformation.allowPartialPayments': false,
			[`${DETAILS}.freight.taxable`]: false,
		});
		expect((await world.calls.create(body)).status).toBe(201);
	});
});

describe('the minimum of a partial payment', () => {
	const MINIMUM = `${DETAILS}.minimumPartialAmount`;

	it('is used with allowPartialPayments true only', async () => {
		expect((await world.calls.create(PAYABLE_IN_PARTS)).status).toBe(201);
		for (const allowed of [false, undefined]) {
			const body = changed(PAYABLE_IN_PARTS, {
				'invoiceInformation.allowPartialPayments': allowed,
			});
			expect(await refused(body)).toEqual([MINIMUM]);
		}
	});

	it.each([
		['0.00', '0.01'],
		['120.01', '120.00'],
		['-5', '5'],
	])('cannot be %s and can be %s of a total of 120.00', async (wrong, right) => {
		expect(await refused(changed(PAYABLE_IN_PARTS, { [MINIMUM]: wrong }))).toEqual([MINIMUM]);
		expect((await world.calls.create(changed(PAYABLE_IN_PARTS, { [MINIMUM]: right }))).status).toBe(
			201,
		);
	});
});

describe('an amount', () => {
	it.each([
		['USD', '10.5', '10.50'],
		['USD', '10', '10.00'],
		['USD', '0010.10', '10.10'],
		['JPY', '1500', '1500'],
		['KWD', '1.5', '1.500'],
		['IQD', '1.234', '1.234'],
		['USD', '123456789012345.67', '123456789012345.67'],
	])(
		'in %s sent as the text %s is answered as the number %s, digit by digit',
		async (currency, sent, answered) => {
			const body = changed(SENT, { [`${DETAILS}.currency`]: currency, [TOTAL]: sent });
			const answer = await world.calls.create(body);
			expect(answer.status).toBe(201);
			expect(answer.text).toContain(`"totalAmount":${answered},`);
			expect(answer.text).toContain(`"balanceAmount":${answered}`);
		},
	);

	it('may be sent as a number, and keeps all its digits', async () => {
		const text = JSON.stringify(SENT).replace('"120.00"', '123456789012345.10');
		const answer = await world.calls.create(text);
		expect(answer.status).toBe(201);
		expect(answer.text).toContain('"totalAmount":123456789012345.10,');
	});

	it.each<[string, unknown]>([
		...['10.505', '-1', '+1', '0', '0.00', '1,000.00', '1e3', '$5', '.5', '5.', 'ten'].map(
			(total): [string, string] => ['USD', total],
		),
		['USD', true],
		['USD', { amount: 5 }],
		['USD', '1234567890123456'],
		['JPY', '100.5'],
		['JPY', '100.00'],
		['KWD', '1.2345'],
	])('in %s cannot be %j', async (currency, total) => {
		const body = changed(SENT, { [`${DETAILS}.currency`]: currency, [TOTAL]: total });
		expect(await refused(body)).toEqual([TOTAL]);
	});

	it('of a line item, discount, tax or freight follows the currency too, and a price need not', async () => {
		const body = changed(ITEMIZED, {
			[`${DETAILS}.currency`]: 'JPY',
			[TOTAL]: '120',
			[`${DETAILS}.discountAmount`]: '0.5',
			[`${DETAILS}.taxDetails.amount`]: '0.5',
			[`${DETAILS}.freight.amount`]: '0.5',
			[LINE_ITEMS]: [{ ...LINE_ITEM, unitPrice: '60.5', totalAmount: '120.5' }],
		});
		expect((await refused(body)).sort()).toEqual([
			`${DETAILS}.discountAmount`,
			`${DETAILS}.freight.amount`,
			`${DETAILS}.taxDetails.amount`,
			`${LINE_ITEMS}[0].totalAmount`,
		]);
	});
});
