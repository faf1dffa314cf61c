import { changed, ITEMIZED, LINE_ITEM, SENT, without } from './bodies';
import { refusedFields, useWorld } from './harness';

const world = useWorld();
const refused = async (body: unknown): Promise<string[]> =>
	refusedFields(await world.calls.create(body));

const EMAIL = 'customerInformation.email';
const NAME = 'customerInformation.name';
const DUE_DATE = 'invoiceInformation.dueDate';
const TOTAL = 'orderInformation.amountDetails.totalAmount';

describe('the fields', () => {
	it.each([
		['customerInformation.email', 'nobody', 'nobody@example.com'],
		['invoiceInformation.dueDate', '31-03-2026', '2026-03-31'],
		['invoiceInformation.dueDate', '2026-02-29', '2028-02-29'],
		['invoiceInformation.dueDate', '2026-03-31T00:00:00Z', '2026-03-31'],
		['invoiceInformation.expirationDate', '2026-04-30', '30-04-2026'],
		['invoiceInformation.expirationDate', '31-04-2026', '30-04-2026'],
		['invoiceInformation.deliveryMode', 'Email', 'email'],
		['invoiceInformation.deliveryMode', 'sms', 'none'],
		['invoiceInformation.sendImmediately', 'true', true],
		['invoiceInformation.allowPartialPayments', 'no', false],
		['invoiceInformation.description', 17, 'Seventeen'],
		['processingInformation.requestPhone', 'yes', true],
		['orderInformation.amountDetails.currency', 'usd', 'USD'],
		['orderInformation.amountDetails.currency', 'ZZZ', 'EUR'],
		['orderInformation.lineItems', 'none', []],
		['clientReferenceInformation.partner', 'me', { solutionId: '1' }],
	])('%s refuses %j and takes %j', async (field, wrong, right) => {
		expect(await refused(changed(SENT, { [field]: wrong }))).toEqual([field]);
		expect((await world.calls.create(changed(SENT, { [field]: right }))).status).toBe(201);
	});

	it('that the service does not know are refused by name', async () => {
		const body = changed(SENT, {
			status: 'PAID',
			'invoiceInformation.paymentLink': 'https://example.com',
			'orderInformation.amountDetails.balanceAmount': '1',
		});
		expect((await refused(body)).sort()).toEqual([
			'invoiceInformation.paymentLink',
			'orderInformation.amountDetails.balanceAmount',
			'status',
		]);
	});

	it('sent as null or as empty text count as left out', async () => {
		const body = changed(SENT, { 'customerInformation.name': '', [DUE_DATE]: null });
		expect((await refused(body)).sort()).toEqual([NAME, DUE_DATE]);
	});

	it('are all named together when several are wrong', async () => {
		const fields = await refused(without(SENT, NAME, EMAIL, DUE_DATE, TOTAL));
		expect(fields.sort()).toEqual([EMAIL, NAME, DUE_DATE, TOTAL].sort());
	});
});

describe('a line item', () => {
	it.each(['productName', 'productSku', 'quantity', 'totalAmount', 'unitPrice'])(
		'is refused without %s',
		async (name) => {
			const item = without({ ...LINE_ITEM }, name);
			const body = changed(ITEMIZED, { 'orderInformation.lineItems': [LINE_ITEM, item] });
			expect(await refused(body)).toEqual([`orderInformation.lineItems[1].${name}`]);
		},
	);

	it('may write its discountRate as discountPercent', async () => {
		const item = { ...LINE_ITEM, discountPercent: '12.5' };
		const { body } = await world.calls.create(
			changed(ITEMIZED, { 'orderInformation.lineItems': [item] }),
		);
		expect(body.orderInformation.lineItems?.[0].discountRate).toBe(12.5);
	});

	it('cannot have a quantity of zero', async () => {
		const body = changed(ITEMIZED, {
			'orderInformation.lineItems': [{ ...LINE_ITEM, quantity: '0' }],
		});
		expect(await refused(body)).toEqual(['orderInformation.lineItems[0].quantity']);
	});
});

describe('an itemized invoice', () => {
	it('may have 30 line items, and not 31', async () => {
		const items = (count: number) =>
			changed(ITEMIZED, {
				'orderInformation.lineItems': Array.from({ length: count }, () => LINE_ITEM),
			});
		expect((await world.calls.create(items(30))).status).toBe(201);
		expect(await refused(items(31))).toEqual(['orderInformation.lineItems']);
	});
});
