import { changed, EMAIL_DRAFT, ITEMIZED, LINE_ITEM, SENT, SHARED, without } from './bodies';
import { expectNotAllowed, refusedFields, useWorld } from './harness';

const world = useWorld();

const DETAILS = 'orderInformation.amountDetails';
const TOO_MANY = Array.from({ length: 31 }, () => LINE_ITEM);
const TAXED = { ...LINE_ITEM, taxRate: '1' };

describe('a field left out of an update loses its value', () => {
	const FULL = changed(ITEMIZED, {
		'customerInformation.merchantCustomerId': '00017',
		'customerInformation.company.name': 'Hart & Sons',
		'processingInformation.requestPhone': true,
		'invoiceInformation.description': 'Work',
		'invoiceInformation.expirationDate': '30-04-2026',
		'invoiceInformation.allowPartialPayments': true,
		[`${DETAILS}.minimumPartialAmount`]: '10.00',
		[`${DETAILS}.subAmount`]: '100.00',
		[`${DETAILS}.discountAmount`]: '5.00',
		[`${DETAILS}.freight.amount`]: '7.00',
	});

	it('and keeps it when it is sent again', async () => {
		const { id } = await world.create(FULL);
		const before = await world.read(id);
		const { body } = await world.calls.update(id, FULL);
		expect(body).toEqual({ ...before, invoiceHistory: undefined });
	});

	it('so the least update leaves the required fields and nothing else', async () => {
		const { id } = await world.create(FULL);
		const least = {
			invoiceInformation: { dueDate: '2026-04-15' },
			orderInformation: {
				amountDetails: { currency: 'EUR', totalAmount: '99' },
				lineItems: [{ productSku: 'A-1' }],
			},
		};
		expect((await world.calls.update(id, least)).status).toBe(200);
		const body = await world.read(id);
		expect(body.customerInformation).toEqual({});
		expect(body.processingInformation).toEqual({ requestPhone: false, requestShipping: false });
		expect(body.invoiceInformation).toEqual({
			invoiceNumber: id,
			dueDate: '2026-04-15',
			allowPartialPayments: false,
			deliveryMode: 'None',
			paymentLink: body.invoiceInformation.paymentLink,
		});
		expect(body.orderInformation).toEqual({
			amountDetails: { currency: 'EUR', totalAmount: 99, balanceAmount: 99 },
			lineItems: [{ productSku: 'A-1' }],
		});
	});
});

describe('an update needs', () => {
	it.each(['invoiceInformation.dueDate', `${DETAILS}.currency`, `${DETAILS}.totalAmount`])(
		'%s',
		async (field) => {
			const { id } = await world.create(SENT);
			const before = await world.read(id);
			expect(refusedFields(await world.calls.update(id, without(SENT, field)))).toEqual([field]);
			expect(await world.read(id)).toEqual(before);
		},
	);

	it.each([
		'customerInformation.name',
		'customerInformation.email',
		'invoiceInformation.sendImmediately',
	])('no %s', async (field) => {
		const { id } = await world.create(SENT);
		expect((await world.calls.update(id, without(SENT, field))).status).toBe(200);
	});

	it('a description, unless there are line items or it goes by email', async () => {
		const description = 'invoiceInformation.description';
		const { id } = await world.create(SHARED);
		expect(refusedFields(await world.calls.update(id, without(SHARED, description)))).toEqual([
			description,
		]);
		expect((await world.calls.update(id, without(SENT, description))).status).toBe(200);
		const itemized = without(ITEMIZED, 'invoiceInformation.deliveryMode');
		expect((await world.calls.update(id, itemized)).status).toBe(200);
	});

	it('of a line item the productSku and nothing else', async () => {
		const { id } = await world.create(ITEMIZED);
		const items = (item: object) => changed(ITEMIZED, { 'orderInformation.lineItems': [item] });
		expect((await world.calls.update(id, items({ productSku: 'A-1' }))).status).toBe(200);
		const nameless = without({ ...LINE_ITEM }, 'productSku');
		expect(refusedFields(await world.calls.update(id, items(nameless)))).toEqual([
			'orderInformation.lineItems[0].productSku',
		]);
	});
});

describe('an update cannot', () => {
	it('change the invoice number, but may repeat it', async () => {
		const { id } = await world.create(SENT);
		const named = (number: string) => changed(SENT, { 'invoiceInformation.invoiceNumber': number });
		expect((await world.calls.update(id, named(id))).status).toBe(200);
		expectNotAllowed(await world.calls.update(id, named(`${id}-2`)));
	});

	it('make an itemized invoice amount only, but may make an amount only invoice itemized', async () => {
		const itemized = await world.create(ITEMIZED);
		expectNotAllowed(await world.calls.update(itemized.id, SENT));
		expect((await world.read(itemized.id)).orderInformation.lineItems).toHaveLength(1);
		const amountOnly = await world.create(SENT);
		expect((await world.calls.update(amountOnly.id, ITEMIZED)).status).toBe(200);
	});

	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['orderInformation.lineItems', ITEMIZED, { 'orderInformation.lineItems': TOO_MANY }],
		[
			`${DETAILS}.discountAmount`,
			ITEMIZED,
			{ [`${DETAILS}.discountAmount`]: '1', 'orderInformation.lineItems': [TAXED] },
		],
		[`${DETAILS}.totalAmount`, ITEMIZED, { [`${DETAILS}.totalAmount`]: '1.234' }],
		[`${DETAILS}.taxDetails.rate`, SENT, { [`${DETAILS}.taxDetails.rate`]: '1' }],
	])('break the rules for creating: %s', async (field, body, change) => {
		const { id } = await world.create(body);
		expect(refusedFields(await world.calls.update(id, changed(body, change)))).toEqual([field]);
	});
});

it('the payment link is a new one when the customer email changes, and only then', async () => {
	const { id, invoiceInformation } = await world.create(SENT);
	const old = invoiceInformation.paymentLink;
	const update = async (changes: Record<string, unknown>) =>
		(await world.calls.update(id, changed(SENT, changes))).body.invoiceInformation.paymentLink;
	const others = { 'customerInformation.name': 'Other', [`${DETAILS}.totalAmount`]: '5' };
	expect(await update(others)).toBe(old);
	expect((await fetch(old)).status).toBe(200);
	const link = await update({ 'customerInformation.email': 'new@customer.example' });
	expect(link).not.toBe(old);
	expect((await fetch(old)).status).toBe(410);
	expect((await fetch(link)).status).toBe(200);
	expect((await world.read(id)).invoiceInformation.paymentLink).toBe(link);
});

it('a draft is still a draft after an update with sendImmediately true, and nobody is emailed', async () => {
	const { id } = await world.create(EMAIL_DRAFT);
	const emails = (await world.control.emails()).length;
	const { body } = await world.calls.update(id, SENT);
	expect(body.status).toBe('DRAFT');
	expect(await world.control.emails()).toHaveLength(emails);
});
