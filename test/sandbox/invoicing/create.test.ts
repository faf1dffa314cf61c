import { TOKENS } from '../../support/sandbox';
import {
	type Body,
	changed,
	EMAIL_DRAFT,
	IN_PERSON_DRAFT,
	ITEMIZED,
	SENT,
	SHARED,
	without,
} from './bodies';
import { refusedFields, useWorld } from './harness';

const world = useWorld();
const refused = async (body: unknown): Promise<string[]> =>
	refusedFields(await world.calls.create(body));

const EMAIL = 'customerInformation.email';
const NAME = 'customerInformation.name';
const DESCRIPTION = 'invoiceInformation.description';
const DUE_DATE = 'invoiceInformation.dueDate';
const DELIVERY_MODE = 'invoiceInformation.deliveryMode';
const SEND_IMMEDIATELY = 'invoiceInformation.sendImmediately';
const CURRENCY = 'orderInformation.amountDetails.currency';
const TOTAL = 'orderInformation.amountDetails.totalAmount';

const asDraft = { [SEND_IMMEDIATELY]: false };
const byHand = { [DELIVERY_MODE]: 'none' };

const ALWAYS = [DELIVERY_MODE, DUE_DATE, SEND_IMMEDIATELY, CURRENCY, TOTAL];
const CUSTOMER = [EMAIL, NAME];

/** By kind of request: the status it begins with, and what it cannot do without beside what is always required. */
const KINDS: ReadonlyArray<[kind: string, status: string, body: Body, required: string[]]> = [
	['in-person draft', 'DRAFT', IN_PERSON_DRAFT, [DESCRIPTION]],
	['email draft', 'DRAFT', EMAIL_DRAFT, CUSTOMER],
	['itemized draft by email', 'DRAFT', changed(ITEMIZED, asDraft), CUSTOMER],
	['itemized draft without email', 'DRAFT', changed(ITEMIZED, { ...asDraft, ...byHand }), CUSTOMER],
	['invoice created and sent', 'SENT', SENT, [...CUSTOMER, DESCRIPTION]],
	['itemized invoice created and sent', 'SENT', ITEMIZED, CUSTOMER],
	['published invoice that is not emailed', 'CREATED', SHARED, [DESCRIPTION]],
	['published itemized invoice that is not emailed', 'CREATED', changed(ITEMIZED, byHand), []],
];

describe.each(KINDS)('to create: %s', (_kind, status, body, required) => {
	it(`is answered with 201 and begins as ${status}`, async () => {
		expect(await world.calls.create(body)).toMatchObject({ status: 201, body: { status } });
	});

	it.each([...ALWAYS, ...required])('is refused without %s', async (field) => {
		expect(await refused(without(body, field))).toContain(field);
	});

	const optional = [...CUSTOMER, DESCRIPTION].filter((field) => !required.includes(field));
	it(`needs nothing else, so ${optional.join(', ') || 'nothing'} may be left out`, async () => {
		expect((await world.calls.create(without(body, ...optional))).status).toBe(201);
	});
});

describe('a created invoice', () => {
	it('comes back with links, number, payment link and time, and without history', async () => {
		const { body } = await world.calls.create(SENT);
		const href = `/invoicing/v2/invoices/${body.id}`;
		expect(body._links).toEqual({
			self: { href, method: 'GET' },
			update: { href, method: 'PUT' },
			deliver: { href: `${href}/delivery`, method: 'POST' },
			cancel: { href: `${href}/cancelation`, method: 'POST' },
		});
		expect(body.submitTimeUtc).toBe('2026-03-01T12:00:00.000Z');
		expect(body.invoiceInformation).toMatchObject({
			invoiceNumber: body.id,
			dueDate: '2026-03-31',
			description: 'Work in February',
			deliveryMode: 'Email',
			allowPartialPayments: false,
		});
		expect(body.invoiceInformation.paymentLink).toMatch(
			new RegExp(`^${world.sandbox.address}/pay/\\w+\\?version=v2\\.1$`),
		);
		expect(body).not.toHaveProperty('invoiceHistory');
	});

	it('belongs to the merchant of the token and to nobody else', async () => {
		const { body } = await world.calls.create(SENT);
		expect((await world.calls.get(body.id)).status).toBe(200);
		expect((await world.calls.get(body.id, TOKENS.merchantTwo)).status).toBe(404);
	});
});

describe('the invoice number', () => {
	it('is generated when it is left out, as text that may begin with a zero', async () => {
		const ids = await Promise.all(
			Array.from({ length: 40 }, async () => (await world.calls.create(SENT)).body.id),
		);
		expect(new Set(ids).size).toBe(40);
		for (const id of ids) expect(id).toMatch(/^\d{10}$/);
		expect(ids.some((id) => id.startsWith('0'))).toBe(true);
	});

	it('may need encoding in a path: a slash, a space, a percent sign', async () => {
		const number = 'INV/2026 №1 100%';
		const { body } = await world.calls.create(
			changed(SENT, { 'invoiceInformation.invoiceNumber': number }),
		);
		expect(body._links.self.href).toBe(`/invoicing/v2/invoices/${encodeURIComponent(number)}`);
		expect((await world.sandbox.call('GET', body._links.self.href)).status).toBe(200);
	});

	it('is unique for each merchant: the second of a number is refused as DUPLICATE_RECORD', async () => {
		const body = changed(SENT, { 'invoiceInformation.invoiceNumber': 'ONCE' });
		expect((await world.calls.create(body)).status).toBe(201);
		expect(await world.calls.create(body)).toMatchObject({
			status: 400,
			body: {
				status: 'BADREQUEST',
				reason: 'DUPLICATE_RECORD',
				details: [{ field: 'invoiceInformation.invoiceNumber' }],
			},
		});
		expect((await world.calls.create(body, TOKENS.merchantTwo)).status).toBe(201);
	});

	it.each([123, '..', ' 1 '])('cannot be %j', async (number) => {
		const body = changed(SENT, { 'invoiceInformation.invoiceNumber': number });
		expect(await refused(body)).toEqual(['invoiceInformation.invoiceNumber']);
	});
});
