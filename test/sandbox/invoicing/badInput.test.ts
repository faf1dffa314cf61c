import { SENT } from './bodies';
import { useWorld } from './harness';

const world = useWorld();

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

it('an encoded slash is part of the invoice number, not of the path', async () => {
	const { status, body } = await world.calls.get('A/delivery');
	expect(status).toBe(404);
	expect(body).toMatchObject({ reason: 'NOTFOUND', message: 'There is no invoice A/delivery.' });
});
