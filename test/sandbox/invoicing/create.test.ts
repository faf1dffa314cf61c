import { TOKENS } from '../../support/sandbox';
import {
	type Body,
	changed,
	EMAIL_DRAFT,
	IN_PERSON_DRAFT,
	ITEMIZED,
	LINE_ITEM,
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

it('an itemized invoice may have 30 line items, and not 31', async () => {
	const items = (count: number) =>
		changed(ITEMIZED, {
			'orderInformation.lineItems': Array.from({ length: count }, () => LINE_ITEM),
		});
	expect((await world.calls.create(items(30))).status).toBe(201);
	expect(await refused(items(31))).toEqual(['orderInformation.lineItems']);
});

/** Everything there is, to see that nothing has changed. */
async function state(): Promise<string> {
	const invoices = (await world.calls.list('offset=0&limit=1000')).body;
	const settings = (await world.calls.readSettings()).body;
	const emails = await world.control.emails();
	return JSON.stringify([invoices, settings, emails]);
}

const ofType = (type: string) => ({ headers: { 'content-type': type } });
const nested = '['.repeat(1e6) + ']'.repeat(1e6);
const endless = { description: 'x'.repeat(10 * 1024 * 1024) };

it.each<[name: string, status: number, options: object, path?: string]>([
	['a body that is not JSON', 400, { body: '{"a":' }],
	['no body to create from', 400, ofType('application/json')],
	['a list as body', 400, { body: [SENT] }],
	['a body with a key twice', 400, { body: '{"a":1,"a":2}' }],
	['a body nested without end', 400, { body: nested }],
	['a body over 10 MB', 413, { body: endless }],
	['a body of another type', 415, { body: 'a=b', ...ofType('application/x-www-form-urlencoded') }],
	['an organization in the query', 400, { body: SENT }, '?organizationId=x'],
	['a delivery without an object', 400, {}, '/MINE/delivery'],
	['a delivery with something in it', 400, { body: { to: 'me@example.com' } }, '/MINE/delivery'],
])(
	'nothing changes, and the answer says what was wrong: %s',
	async (_, status, options, path = '') => {
		const { id } = await world.create(SENT);
		const before = await state();
		const url = `/invoicing/v2/invoices${path.replace('MINE', id)}`;
		const answer = await world.sandbox.call<{ message: string }>('POST', url, options);
		expect(answer.status).toBe(status);
		expect(answer.body.message).toMatch(/\w/);
		expect(await state()).toBe(before);
	},
);
