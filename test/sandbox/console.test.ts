import { readFileSync } from 'node:fs';
import { startTestSandbox, TOKENS, useSandbox } from '../support/sandbox';
import { changed, PAYABLE_IN_PARTS, SENT } from './invoicing/bodies';

const NOW = '2026-03-10T12:00:00Z';
const PAGES = [
	'invoices',
	'reports',
	'subscriptions',
	'emails',
	'clock',
	'faults',
	'requests',
	'keys',
	'reset',
];

const SUBSCRIPTION = {
	reportName: 'Every day',
	reportDefinitionName: 'TransactionRequestClass',
	reportFrequency: 'DAILY',
	reportMimeType: 'text/csv',
	timezone: 'GMT',
	startTime: '0600',
	reportFields: ['Request.RequestID'],
};

const sandbox = useSandbox('each', { now: NOW });

const get = async (path: string): Promise<{ status: number; html: string; headers: Headers }> => {
	const response = await fetch(`${sandbox.address}${path}`, { redirect: 'manual' });
	return { status: response.status, html: await response.text(), headers: response.headers };
};

const page = async (name: string): Promise<string> => (await get(`/console/${name}`)).html;

/** Presses a button of the console, as its script does. */
async function press(
	action: string,
	fields: Record<string, string> = {},
): Promise<{ kind: string; text: string }> {
	const response = await fetch(`${sandbox.address}/console/${action}`, {
		method: 'POST',
		body: new URLSearchParams(fields),
	});
	return (await response.json()) as { kind: string; text: string };
}

async function create(body: object): Promise<string> {
	return (await sandbox.call<{ id: string }>('POST', '/invoicing/v2/invoices', { body })).body.id;
}

interface Recorded {
	status: string;
	orderInformation: { amountDetails: { balanceAmount: number } };
}
const recorded = async (id: string) =>
	await sandbox.control.send<Recorded>('GET', `/invoices/${encodeURIComponent(id)}`);

describe('the console', () => {
	it('is at the address of the sandbox', async () => {
		const { status, headers } = await get('/');
		expect([status, headers.get('location')]).toEqual([302, '/console/invoices']);
	});

	it.each(PAGES)('shows %s, with a policy that allows nothing from elsewhere', async (name) => {
		const { status, html, headers } = await get(`/console/${name}`);
		expect(status).toBe(200);
		expect(html).toContain('aria-current="page"');
		expect(html).not.toMatch(/<script(?! src="\/console\/console\.js" defer>)/);
		expect(html).not.toMatch(/ style=| on\w+=/);
		expect(headers.get('content-security-policy')).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		);
		expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
		expect(headers.get('cache-control')).toBe('no-store');
		// Browsers that say nothing but the origin can send forms.
		expect(headers.get('referrer-policy')).toBe('same-origin');
	});

	it.each(PAGES)('has no two fields on %s that a live change would take for one', async (name) => {
		const ids = [...(await page(name)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
		expect(ids).toEqual([...new Set(ids)]);
	});

	it('is neither in the request log, nor hit by faults', async () => {
		await sandbox.control.fault({ kind: 'status', status: 503, times: 10 });
		for (const path of ['/', '/console', '/console/invoices', '/console/console.js']) {
			expect((await get(path)).status).toBeLessThan(400);
		}
		expect(await sandbox.control.requests()).toEqual([]);
	});

	it('answers a request that is badly written in words', async () => {
		const json = async (body: string) =>
			await fetch(`${sandbox.address}/console/clock/move`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			});
		for (const path of PAGES.map((name) => `/console/${name}?merchant=a&merchant=b`)) {
			expect((await get(path)).status).toBe(400);
		}
		expect((await get('/console/invoices?invoice=1&invoice=2')).html).toContain('must be text');
		expect((await json('{"to":5}')).status).toBe(400);
		expect((await json('[]')).status).toBe(400);
	});

	it('does nothing by GET', async () => {
		expect((await get('/console/clock/move?to=hour')).status).toBe(405);
	});

	it('says which merchant there is not', async () => {
		expect((await get('/console/invoices?merchant=nobody')).status).toBe(400);
	});
});

describe('on the console a person', () => {
	it('pays an invoice', async () => {
		const id = await create(SENT);
		const { kind, text } = await press('invoices/pay', { invoice: id });
		expect(kind).toBe('good');
		expect(text).toBe(`Invoice ${id}: 120.00 USD paid. It is paid in full.`);
		expect((await recorded(id)).status).toBe('PAID');
		expect(await page('invoices')).toContain('Paid</span');
	});

	it('pays a part, and reads what remains', async () => {
		const id = await create(PAYABLE_IN_PARTS);
		const { text } = await press('invoices/pay', { invoice: id, amount: '25.00' });
		expect(text).toBe(`Invoice ${id}: 25.00 USD paid. 95.00 USD is open.`);
		expect(await recorded(id)).toMatchObject({
			status: 'PARTIAL',
			orderInformation: { amountDetails: { balanceAmount: 95 } },
		});
	});

	it('pays once by the same form, and never another amount than the button says', async () => {
		const id = await create(PAYABLE_IN_PARTS);
		const form = { invoice: id, amount: '30.00', open: '120.00 USD' };
		expect(await page(`invoices?invoice=${id}`)).toContain('name="open" value="120.00 USD"');
		expect((await press('invoices/pay', form)).kind).toBe('good');
		const refused = {
			kind: 'bad',
			text: 'The amount has changed: 90.00 USD is open now. Nothing was paid.',
		};
		expect(await press('invoices/pay', form)).toEqual(refused);
		expect(await press('invoices/pay', { invoice: id, open: '120.00 USD' })).toEqual(refused);
		expect(await recorded(id)).toMatchObject({
			orderInformation: { amountDetails: { balanceAmount: 90 } },
		});
	});

	it.each(['', '24.99', '1000.00', 'all of it'])('cannot pay a part of "%s"', async (amount) => {
		const id = await create(PAYABLE_IN_PARTS);
		expect((await press('invoices/pay', { invoice: id, amount })).kind).toBe('bad');
		expect((await recorded(id)).status).toBe('SENT');
	});

	it.each([
		['accept', 'PAID'],
		['reject', 'SENT'],
	])('holds a payment for review, and can %s it', async (decision, status) => {
		const id = await create(SENT);
		await press('invoices/review', { invoice: id });
		expect((await recorded(id)).status).toBe('PENDING');
		expect((await press(`invoices/${decision}`, { invoice: id })).kind).toBe('good');
		expect((await recorded(id)).status).toBe(status);
	});

	it('makes invoices, for the merchant that is chosen', async () => {
		await press('invoices/make', { count: '2', status: 'SENT', merchant: 'merchant_two' });
		const { invoices } = await sandbox.control.send<{ invoices: object[] }>(
			'GET',
			'/invoices?organizationId=merchant_two',
		);
		expect(invoices).toHaveLength(2);
		expect(await page('invoices')).toContain('No invoices yet');
	});

	it.each(['abc', '-5', '0', '', '1.5', '101'])('cannot make "%s" invoices', async (count) => {
		expect(await press('invoices/make', { count, status: 'SENT' })).toEqual({
			kind: 'bad',
			text: 'How many: enter a whole number from 1 to 100.',
		});
		expect(await page('invoices')).toContain('No invoices yet');
	});

	it('makes no invoice in review while fraud management is off', async () => {
		expect(await page('invoices')).toContain('<option value="PENDING" >PENDING</option>');
		await sandbox.control.send('PUT', '/fraud-management', { enabled: false });
		expect((await press('invoices/make', { count: '1', status: 'PENDING' })).kind).toBe('bad');
		expect(await page('invoices')).toContain('No invoices yet');
		expect(await page('invoices')).not.toContain('<option value="PENDING" >PENDING</option>');
	});

	it('finds an invoice by its number, and by its status', async () => {
		const paid = await create(SENT);
		const open = await create(SENT);
		await press('invoices/pay', { invoice: paid });
		const listed = await page('invoices?status=PAID');
		expect(listed).toContain(`>${paid}</a>`);
		expect(listed).not.toContain(`>${open}</a>`);
		expect(await page(`invoices?invoice=${open}`)).toContain(`Invoice ${open}`);
		expect(await page('invoices?invoice=none')).toContain('There is no invoice none.');
	});

	it.each([
		['COMPLETED', 'COMPLETED'],
		['ERROR', 'ERROR'],
		['NO_DATA', 'NO_DATA'],
	])('decides that a report becomes %s', async (status, expected) => {
		const { reportId } = await sandbox.control.makeReport({ reportName: 'Mine', status: 'QUEUED' });
		await press('reports/decide', { report: reportId, status });
		expect(await sandbox.control.reports()).toMatchObject([{ reportId, status: expected }]);
	});

	it('makes a report now, and downloads it', async () => {
		await sandbox.control.traffic({ perDay: 10, from: '2026-03-01T00:00:00Z' });
		await press('reports/make', {
			name: 'Right now',
			definition: 'TransactionRequestClass',
			status: 'COMPLETED',
		});
		const [{ reportId, status }] = await sandbox.control.reports();
		expect(status).toBe('COMPLETED');
		const link = `/_sandbox/reports/${reportId}/file`;
		expect(await page('reports')).toContain(`href="${link}"`);
		expect((await get(link)).html.split('\n').length).toBeGreaterThan(5);
	});

	it('makes no second report of the same name and period, and none with too long a name', async () => {
		const form = { name: 'Mine', definition: 'TransactionRequestClass', status: 'QUEUED' };
		expect((await press('reports/make', form)).kind).toBe('good');
		expect(await press('reports/make', form)).toEqual({
			kind: 'bad',
			text: 'Report Mine of this period exists already.',
		});
		const { text } = await press('reports/make', { ...form, name: 'x'.repeat(251) });
		expect(text).toContain('must have at most 250 characters');
		expect(await sandbox.control.reports()).toHaveLength(1);
		await sandbox.control.advanceClock('P1D');
		expect((await press('reports/make', form)).kind).toBe('good');
	});

	it.each([
		[
			'a day from six',
			{ reportFrequency: 'DAILY', startTime: '0600' },
			['2026-03-09T06:00:00.000Z', '2026-03-10T06:00:00.000Z'],
		],
		[
			'a month',
			{ reportFrequency: 'MONTHLY', startDay: 1 },
			['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
		],
		[
			'a month that begins on its last day',
			{ reportFrequency: 'MONTHLY', startDay: 31 },
			['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
		],
		[
			'a week',
			{ reportFrequency: 'WEEKLY', startDay: 2 },
			['2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
		],
		[
			'a day in another time zone',
			{ reportFrequency: 'DAILY', timezone: 'America/New_York' },
			['2026-03-09T04:00:00.000Z', '2026-03-10T04:00:00.000Z'],
		],
		[
			'the day after clocks went forward',
			{ reportFrequency: 'DAILY', timezone: 'America/New_York', at: '2026-03-09T12:00:00Z' },
			['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
		],
		[
			'six hours, once it has run',
			{ reportFrequency: 'USER_DEFINED', reportInterval: 'PT6H', later: 'PT20H' },
			['2026-03-11T00:00:00.000Z', '2026-03-11T06:00:00.000Z'],
		],
	])(
		'makes the report of a subscription now, as the schedule would: %s',
		async (_, asked, period) => {
			const { later, at, ...timing } = asked as Partial<Record<string, string>>;
			if (at !== undefined) {
				await sandbox.stop();
				Object.assign(sandbox, await startTestSandbox({ now: at }));
			}
			await sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
				body: { ...SUBSCRIPTION, startTime: '0000', ...timing },
			});
			if (later !== undefined) await sandbox.control.advanceClock(later);
			const scheduled = await sandbox.control.reports();
			const { kind } = await press('subscriptions/make', { subscription: 'Every day' });
			const all = await sandbox.control.reports();
			const [last] = all.slice(-1) as Array<{ reportStartTime: string; reportEndTime: string }>;
			expect([last.reportStartTime, last.reportEndTime]).toEqual(period);
			expect([kind, all.length]).toEqual(
				scheduled.length === 0 ? ['good', 1] : ['bad', scheduled.length],
			);
		},
	);

	it('makes the report of a subscription once, and reads when it is ready', async () => {
		await sandbox.call('PUT', '/reporting/v3/report-subscriptions', { body: SUBSCRIPTION });
		const make = async () => await press('subscriptions/make', { subscription: 'Every day' });
		expect((await make()).text).toBe(
			'Report Every day is queued. The clock stands still: move it, or complete the report under Reports.',
		);
		expect(await make()).toEqual({
			kind: 'bad',
			text: 'Report Every day of this period exists already.',
		});
		expect(await sandbox.control.reports()).toHaveLength(1);
		await sandbox.control.advanceClock('P1D');
		await press('clock/run', { ticking: 'yes' });
		await press('subscriptions/make', { subscription: 'Every day' });
		expect(await sandbox.control.reports()).toHaveLength(2);
		await sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
			body: { ...SUBSCRIPTION, reportName: 'Another' },
		});
		expect((await press('subscriptions/make', { subscription: 'Another' })).text).toBe(
			'Report Another is queued. It is ready in 20 seconds.',
		);
	});

	it('reads the emails as the customer does, and opens the payment link', async () => {
		await create(SENT);
		const html = await page('emails');
		expect(html).toMatch(/Dear Amelia Hart,/);
		const link = /href="([^"]+\/pay\/[^"]+)"/.exec(html)?.[1] ?? '';
		expect((await fetch(link)).status).toBe(200);
		await press('emails/clear');
		expect(await page('emails')).toContain('No emails yet');
	});

	it.each([
		['hour', '2026-03-10T13:00:00.000Z'],
		['morning', '2026-03-11T09:00:00.000Z'],
		['month', '2026-04-01T09:00:00.000Z'],
	])('moves the clock to the next %s', async (to, expected) => {
		await press('clock/move', { to });
		expect(await sandbox.control.now()).toBe(expected);
	});

	it('lets the clock run, and stops it', async () => {
		const ticks = async () =>
			(await sandbox.control.send<{ ticking: boolean }>('GET', '/clock')).ticking;
		await press('clock/run', { ticking: 'yes' });
		expect(await ticks()).toBe(true);
		await press('clock/run', { ticking: 'no' });
		expect(await ticks()).toBe(false);
	});

	it('lets the next 3 requests fail with 503', async () => {
		await press('faults/add', { trouble: 'unavailable', times: '3', path: '*' });
		const statuses: number[] = [];
		for (let sent = 0; sent < 4; sent++) {
			statuses.push((await sandbox.call('GET', '/reporting/v3/report-definitions')).status);
		}
		expect(statuses).toEqual([503, 503, 503, 200]);
		expect(await page('faults')).toContain('Nothing is switched on');
		await press('faults/add', { trouble: 'unavailable', times: '3', path: '*' });
		expect(await page('faults')).toContain('Switched on');
		await press('faults/clear');
		expect(await page('faults')).toContain('Nothing is switched on');
	});

	it('finds the report of a new subscription after two mornings, at any time of day', async () => {
		const guide = readFileSync('docs/develop/quickstart.md', 'utf8');
		expect(guide).toContain('Press **Next morning** twice in the console');
		for (const time of ['00:30', '01:00', '05:00', '09:00', '23:59']) {
			await sandbox.stop();
			Object.assign(sandbox, await startTestSandbox({ now: `2026-03-10T${time}:00Z` }));
			await sandbox.control.traffic({ perDay: 10, from: '2026-03-01T00:00:00Z' });
			await sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
				body: { ...SUBSCRIPTION, startTime: '0100' },
			});
			await press('clock/move', { to: 'morning' });
			await press('clock/move', { to: 'morning' });
			expect(await sandbox.control.reports()).toContainEqual(
				expect.objectContaining({ reportName: 'Every day', status: 'COMPLETED' }),
			);
		}
	});

	it('lets answers get lost after the work is done', async () => {
		await press('faults/add', { trouble: 'lost', times: '1', path: '/invoicing/*' });
		await expect(create(SENT)).rejects.toThrow();
		const { invoices } = await sandbox.control.send<{ invoices: object[] }>('GET', '/invoices');
		expect(invoices).toHaveLength(1);
	});

	it.each<[string, Record<string, string>]>([
		...['abc', '-5', '0', ''].map((times): [string, Record<string, string>] => [
			`"${times}" requests`,
			{ trouble: 'lost', times, path: '*' },
		]),
		['an unknown trouble', { trouble: 'toString', times: '1', path: '*' }],
		['no path', { trouble: 'unavailable', times: '1', path: 'nowhere' }],
	])('cannot switch on a fault with %s', async (_what, fields) => {
		expect((await press('faults/add', fields)).kind).toBe('bad');
		expect(await sandbox.control.send('GET', '/faults')).toEqual({ faults: [] });
	});

	it('reads the requests with their bodies, and no secret in them', async () => {
		await sandbox.call('POST', '/invoicing/v2/invoices', {
			body: changed(SENT, { 'customerInformation.name': 'In the body' }),
			headers: { cookie: 'session=a-session' },
		});
		const html = await page('requests');
		expect(html).toContain('In the body');
		expect(html).toContain('authorization: Bearer ****');
		expect(html).not.toContain(TOKENS.merchantOne);
		expect(html).not.toContain('a-session');
		await press('requests/clear');
		expect(await page('requests')).toContain('No requests yet');
	});

	it('reads no secret, wherever it was sent', async () => {
		const log = async () =>
			(await page('requests')) + JSON.stringify(await sandbox.control.requests());
		await sandbox.control.send('PUT', '/authentication', {
			headerName: 'X-Token',
			tokenPrefix: '',
		});
		await fetch(`${sandbox.address}/invoicing/v2/invoices?access_token=SECRET1&limit=1`, {
			headers: {
				authorization: 'Bearer SECRET2',
				'proxy-authorization': 'Basic SECRET3',
				'x-api-key': 'SECRET4',
				cookie: 'a=SECRET5',
				'x-token': 'SECRET6',
				'x-other': `Bearer ${TOKENS.merchantOne}`,
			},
		});
		await fetch(`${sandbox.address}/reporting/v3/reports`, { headers: { 'x-token': '1' } });
		const text = await log();
		expect(text).toContain('/invoicing/v2/invoices?access_token=****&');
		expect(text).not.toMatch(/SECRET\d/);
		expect(text).not.toContain(TOKENS.merchantOne);
	});

	it('copies tokens, keys and the OAuth2 client from one page', async () => {
		const html = await page('keys');
		for (const value of [
			sandbox.address,
			TOKENS.merchantOne,
			sandbox.key.id,
			sandbox.key.secret,
			'sandbox-client-merchant-one',
			'sandbox-client-secret-merchant-one',
			`${sandbox.address}/oauth2/token`,
		]) {
			expect(html).toContain(`data-copy="${value}"`);
		}
	});
});

describe('a reset', () => {
	it('needs to be confirmed', async () => {
		await create(SENT);
		expect((await press('reset/now')).kind).toBe('bad');
		expect(await page('invoices')).not.toContain('No invoices yet');
	});

	it('brings the sandbox back to its start, while connections stay open', async () => {
		await create(SENT);
		await press('clock/move', { to: 'month' });
		await press('faults/add', { trouble: 'unavailable', times: '3', path: '*' });
		await sandbox.control.send('PUT', '/dialect', { dialect: 'order=reversed' });
		expect((await press('reset/now', { confirmed: 'yes' })).kind).toBe('good');
		expect(await page('invoices')).toContain('No invoices yet');
		expect(await sandbox.control.now()).toBe('2026-03-10T12:00:00.000Z');
		expect(await sandbox.control.send('GET', '/faults')).toEqual({ faults: [] });
		expect(await sandbox.control.send('GET', '/dialect')).toMatchObject({ unusual: {} });
		expect(await sandbox.control.outbox()).toEqual([]);
	});

	it('works by a control call too, and gives the same data again', async () => {
		const seeded = await startTestSandbox({ now: NOW, quarter: true });
		const invoices = async () => (await seeded.control.send<object>('GET', '/invoices')) as unknown;
		const before = await invoices();
		await seeded.control.advanceClock('P30D');
		expect(await invoices()).not.toEqual(before);
		await seeded.control.send('POST', '/reset');
		expect(await invoices()).toEqual(before);
		await seeded.stop();
	});
});

describe('hostile text', () => {
	const evil = `"><img src=x onerror=alert(1)><script>alert('1')</script>&{{$json}}`;

	it('shows as text on every page', async () => {
		await sandbox.call('PUT', '/invoicing/v2/invoiceSettings', {
			body: { invoiceSettingsInformation: { merchantDisplayName: evil } },
		});
		const id = await create(
			changed(SENT, {
				'customerInformation.name': evil,
				'invoiceInformation.invoiceNumber': evil,
				'invoiceInformation.description': evil,
			}),
		);
		await sandbox.control.makeReport({ reportName: evil });
		await sandbox.call('GET', `/invoicing/v2/invoices?${encodeURIComponent(evil)}`, {
			headers: { 'x-evil': evil },
		});
		const query = encodeURIComponent(evil);
		const paths = [
			...PAGES,
			`invoices?invoice=${encodeURIComponent(id)}`,
			`invoices?invoice=none${query}&status=${query}&page=${query}`,
			`requests?path=${query}`,
		];
		for (const path of paths) {
			const html = await page(path);
			expect(html).not.toContain('<img');
			expect(html).not.toMatch(/<script(?! src="\/console\/console\.js" defer>)/);
		}
		expect(await page('invoices')).toContain('&lt;img src=x onerror=alert(1)&gt;');
		const { text } = await press('invoices/pay', { invoice: id });
		expect(text).toContain(evil);
	});

	it('makes no link but a payment link of this sandbox', async () => {
		await create(
			changed(SENT, {
				'customerInformation.name': 'http://evil.example/pay/x javascript:alert(1)',
			}),
		);
		const links = [...(await page('emails')).matchAll(/<a href="([^"]+)" target/g)];
		expect(links.map(([, link]) => new URL(link).origin)).toEqual([sandbox.address]);
	});
});
