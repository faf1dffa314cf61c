import { TOKENS } from '../../support/sandbox';
import { SENT } from './bodies';
import { useWorld } from './harness';

const world = useWorld();

const INVOICES = '/invoicing/v2/invoices';

/** Everything there is, to see that nothing has changed. */
async function state(): Promise<string> {
	const invoices = (await world.calls.list('offset=0&limit=1000')).body;
	const settings = (await world.calls.readSettings()).body;
	const emails = await world.control.emails();
	return JSON.stringify([invoices, settings, emails]);
}

let id: string;
beforeAll(async () => {
	id = (await world.create(SENT)).id;
});

type Call = [name: string, status: number, method: string, path: () => string, options?: object];

const json = { 'content-type': 'application/json' };
const endless = { description: 'x'.repeat(10 * 1024 * 1024) };

const CALLS: readonly Call[] = [
	['a body that is not JSON', 400, 'POST', () => INVOICES, { body: '{"a":' }],
	['no body to create from', 400, 'POST', () => INVOICES, { headers: json }],
	['a list as body', 400, 'POST', () => INVOICES, { body: [SENT] }],
	['text as body', 400, 'POST', () => INVOICES, { body: '"invoice"' }],
	['null as body', 400, 'POST', () => INVOICES, { body: 'null' }],
	['a body with a key twice', 400, 'POST', () => INVOICES, { body: '{"a":1,"a":2}' }],
	[
		'a body nested without end',
		400,
		'POST',
		() => INVOICES,
		{ body: '['.repeat(1e6) + ']'.repeat(1e6) },
	],
	[
		'an organization in the query',
		400,
		'POST',
		() => `${INVOICES}?organizationId=x`,
		{ body: SENT },
	],
	['a body over 10 MB', 413, 'POST', () => INVOICES, { body: endless }],
	[
		'a body of another type',
		415,
		'POST',
		() => INVOICES,
		{ body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
	],
	['a wrong method on the list', 405, 'DELETE', () => INVOICES],
	['a wrong method on an invoice', 405, 'PATCH', () => `${INVOICES}/${id}`],
	['a wrong method on a delivery', 405, 'GET', () => `${INVOICES}/${id}/delivery`],
	['a wrong method on the settings', 405, 'POST', () => '/invoicing/v2/invoiceSettings'],
	['a delivery without an object', 400, 'POST', () => `${INVOICES}/${id}/delivery`],
	[
		'a delivery with something in the object',
		400,
		'POST',
		() => `${INVOICES}/${id}/delivery`,
		{ body: { to: 'me@example.com' } },
	],
	['a cancelation without an object', 400, 'POST', () => `${INVOICES}/${id}/cancelation`],
	['a path with encoded slashes', 404, 'GET', () => `${INVOICES}/${id}%2Fdelivery`],
	['a path that climbs', 404, 'GET', () => `${INVOICES}/%2e%2e%2f${id}`],
	['a path that is not UTF-8', 400, 'GET', () => `${INVOICES}/%ff`],
	['a path that does not exist', 404, 'POST', () => `${INVOICES}/${id}/payment`],
	['another version', 404, 'GET', () => `/invoicing/v1/invoices/${id}`],
	['no token', 401, 'GET', () => `${INVOICES}/${id}`, { token: '' }],
	['an unknown token', 401, 'GET', () => `${INVOICES}/${id}`, { token: TOKENS.unknown }],
	['an expired token', 401, 'POST', () => INVOICES, { token: TOKENS.expired, body: SENT }],
	[
		'a payment of an invoice that does not exist',
		404,
		'POST',
		() => '/_sandbox/invoices/nothing/pay',
		{ body: {}, token: '' },
	],
	[
		'a payment for an organization that does not exist',
		400,
		'POST',
		() => `/_sandbox/invoices/${id}/pay`,
		{ body: { organizationId: 'nobody' }, token: '' },
	],
	['a control call that does not exist', 404, 'POST', () => `/_sandbox/invoices/${id}/refund`],
];

describe('nothing changes, and the answer says what was wrong, for', () => {
	it.each(CALLS)('%s: %i', async (_, status, method, path, options = {}) => {
		const before = await state();
		const answer = await world.sandbox.call<{ message: string }>(method, path(), options);
		expect(answer.status).toBe(status);
		expect(answer.body.message).toMatch(/\w/);
		expect(await state()).toBe(before);
	});
});

describe('an encoded slash', () => {
	it('is part of the invoice number, not of the path', async () => {
		const { status, body } = await world.calls.get('A/delivery');
		expect(status).toBe(404);
		expect(body).toMatchObject({ reason: 'NOTFOUND', message: 'There is no invoice A/delivery.' });
	});
});
