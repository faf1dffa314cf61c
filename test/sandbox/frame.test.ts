import { startTestSandbox, TOKENS, useSandbox } from '../support/sandbox';

const PATH = '/reporting/v3/report-definitions';
const sandbox = useSandbox('each', { now: '2026-03-10T12:00:00Z' });

describe('tokens', () => {
	it.each([
		['a valid token', TOKENS.merchantOne, 200, undefined],
		['a token that is no longer valid', TOKENS.expired, 401, 'The token is no longer valid.'],
		['an unknown token', TOKENS.unknown, 401, 'The token is unknown.'],
		['no token', '', 401, 'The request carries no token. Send "Authorization: Bearer <token>".'],
	])('%s', async (_case, token, status, message) => {
		const answer = await sandbox.call('GET', PATH, { token });
		expect(answer.status).toBe(status);
		expect(answer.body.message).toBe(message);
	});

	it('expire by the sandbox clock', async () => {
		await sandbox.control.send('POST', '/tokens', {
			token: 'short-lived',
			organizationId: 'merchant_one',
			expiresAt: '2026-03-10T13:00:00Z',
		});
		expect((await sandbox.call('GET', PATH, { token: 'short-lived' })).status).toBe(200);
		await sandbox.control.advanceClock('PT1H');
		expect((await sandbox.call('GET', PATH, { token: 'short-lived' })).status).toBe(401);
	});
});

describe('the clock', () => {
	it('is the time in the Date header too', async () => {
		const answer = await sandbox.call('GET', PATH);
		expect(answer.headers.get('date')).toBe('Tue, 10 Mar 2026 12:00:00 GMT');
	});

	it('advances and is set', async () => {
		await sandbox.control.advanceClock('P1DT30M');
		expect(await sandbox.control.now()).toBe('2026-03-11T12:30:00.000Z');
		await sandbox.control.setClock('2026-04-01T00:00:00+02:00');
		expect(await sandbox.control.now()).toBe('2026-03-31T22:00:00.000Z');
	});

	it("follows the machine's clock when it was started with no time", async () => {
		const free = await startTestSandbox();
		try {
			expect(Math.abs(Date.parse(await free.control.now()) - Date.now())).toBeLessThan(20_000);
		} finally {
			await free.stop();
		}
	});
});

describe('the request log', () => {
	it('tells what was received and how it was answered, with the token masked', async () => {
		await sandbox.call('GET', `${PATH}/FeeDetailClass?organizationId=${sandbox.token}`);
		const [request] = await sandbox.control.requests();
		expect(request).toMatchObject({
			number: 1,
			time: '2026-03-10T12:00:00.000Z',
			method: 'GET',
			url: `${PATH}/FeeDetailClass?organizationId=****`,
			headers: { authorization: 'Bearer ****' },
			organizationId: 'merchant_one',
			status: 403,
		});
	});

	it('keeps no secret, accepted or refused, wherever it was sent', async () => {
		await sandbox.call('GET', PATH, { token: TOKENS.unknown });
		await fetch(`${sandbox.address}/invoicing/v2/invoices?access_token=SECRET1&limit=1`, {
			headers: {
				authorization: 'Bearer SECRET2',
				cookie: 'a=SECRET5',
				'x-other': `Bearer ${TOKENS.merchantOne}`,
			},
		});
		const log = JSON.stringify(await sandbox.control.requests());
		expect(log).toContain('/invoicing/v2/invoices?access_token=****&');
		expect(log).not.toMatch(/SECRET\d/);
		expect(log).not.toContain(TOKENS.unknown);
		expect(log).not.toContain(TOKENS.merchantOne);
	});

	it('leaves control calls out and can be emptied', async () => {
		await sandbox.call('GET', PATH);
		await sandbox.control.now();
		expect(await sandbox.control.requests()).toHaveLength(1);
		await sandbox.control.clearRequests();
		expect(await sandbox.control.requests()).toEqual([]);
	});

	it('keeps the body unchanged, JSON or not, whatever a control call sends later', async () => {
		const headers = { 'content-type': 'application/json' };
		await sandbox.call('PUT', '/reporting/v3/report-subscriptions', { body: '{"a": 1}', headers });
		await sandbox.call('PUT', '/reporting/v3/report-subscriptions', { body: '{"a": ', headers });
		await sandbox.control.advanceClock('PT1S');
		const requests = await sandbox.control.requests();
		expect(requests.map(({ body }) => body)).toEqual([{ a: 1 }, '{"a": ']);
	});
});

describe('bad input', () => {
	it('answers 404 where there is nothing', async () => {
		const answer = await sandbox.call('GET', '/reporting/v3/nothing');
		expect(answer.status).toBe(404);
		expect(answer.body.message).toBe('There is nothing at /reporting/v3/nothing.');
	});

	it('answers 400 to a path that is not well encoded', async () => {
		expect((await sandbox.call('GET', '/reporting/v3/reports/%ZZ')).status).toBe(400);
	});
});

/** Each call of docs/develop/sandbox.md: what makes no sense, and the field that the answer names. */
it.each([
	['POST', '/clock', {}, 'set'],
	['POST', '/clock', { advance: '-P1D' }, 'advance'],
	['POST', '/tokens', { token: 't', organizationId: 'merchant_nine' }, 'organizationId'],
	['POST', '/faults', { kind: 'explode' }, 'kind'],
	['POST', '/faults', { kind: 'drop', path: 'reporting' }, 'path'],
	['POST', '/traffic', { perDay: 0 }, 'perDay'],
	['POST', '/payments', { currency: 'USD', amount: '1.00' }, 'merchantReferenceNumber'],
	['POST', '/reports', { reportName: 'x', rows: 1, bytes: 1 }, 'bytes'],
	['POST', '/invoices', { count: 200_001 }, 'count'],
	['PUT', '/fraud-management', { enabled: 'maybe' }, 'enabled'],
	['PUT', '/dialect', { dialect: { color: 'red' } }, 'color'],
])(
	'a control call that makes no sense is refused by its field and changes nothing: %s %s %j',
	async (method, path, body, field) => {
		const state = async () =>
			await Promise.all(
				['/clock', '/faults', '/reports', '/invoices', '/dialect'].map(
					async (each) => await sandbox.control.send('GET', each),
				),
			);
		const before = await state();
		const answer = await sandbox.call(method, `/_sandbox${path}`, { body });
		expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)]);
		expect(await state()).toEqual(before);
	},
);
