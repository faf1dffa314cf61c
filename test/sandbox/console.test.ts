import { readFileSync } from 'node:fs';
import { startTestSandbox, useSandbox } from '../support/sandbox';
import { changed, PAYABLE_IN_PARTS, SENT } from './invoicing/bodies';
import { subscription } from './reporting/bodies';

const NOW = '2026-03-10T12:00:00Z';
const PAGES = ['invoices', 'reports', 'emails', 'controls', 'keys'];

const sandbox = useSandbox('each', { now: NOW });

const get = async (path: string): Promise<{ status: number; html: string; headers: Headers }> => {
	const response = await fetch(`${sandbox.address}${path}`, { redirect: 'manual' });
	return { status: response.status, html: await response.text(), headers: response.headers };
};

const page = async (name: string): Promise<string> => (await get(`/console/${name}`)).html;

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

const statusOf = async (id: string) =>
	(await sandbox.control.send<{ status: string }>('GET', `/invoices/${encodeURIComponent(id)}`))
		.status;

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

	it('is neither in the request log, nor hit by faults', async () => {
		await sandbox.control.fault({ kind: 'status', status: 503, times: 10 });
		for (const path of ['/', '/console', '/console/invoices', '/console/console.js']) {
			expect((await get(path)).status).toBeLessThan(400);
		}
		expect(await sandbox.control.requests()).toEqual([]);
	});
});

describe('on the console a person', () => {
	it('pays an invoice once by the same button, and never another amount than it shows', async () => {
		const id = await create(PAYABLE_IN_PARTS);
		const pay = async (open: string) => await press('invoices/pay', { invoice: id, open });
		expect(await page('invoices')).toContain('name="open" value="120.00 USD"');
		await sandbox.control.send('POST', `/invoices/${id}/pay`, { amount: '30.00' });
		expect(await pay('120.00 USD')).toEqual({
			kind: 'bad',
			text: 'The amount has changed: 90.00 USD is open now. Nothing was paid.',
		});
		const text = `Invoice ${id}: 90.00 USD paid. It is paid in full.`;
		expect(await pay('90.00 USD')).toEqual({ kind: 'good', text });
		expect(await page('invoices')).toContain('Paid</span');
		expect((await pay('90.00 USD')).kind).toBe('bad');
		expect(await statusOf(id)).toBe('PAID');
	});

	it.each([
		['accept', 'PAID'],
		['reject', 'SENT'],
	])('can %s a payment in review', async (decision, status) => {
		const id = await create(SENT);
		await sandbox.control.send('POST', `/invoices/${id}/review`);
		expect((await press(`invoices/${decision}`, { invoice: id })).kind).toBe('good');
		expect(await statusOf(id)).toBe(status);
		expect(await page('invoices?merchant=merchant_two')).toContain('No invoices yet');
	});

	it.each(['COMPLETED', 'ERROR', 'NO_DATA'])('decides that a report becomes %s', async (status) => {
		const { reportId } = await sandbox.control.makeReport({ reportName: 'Mine', status: 'QUEUED' });
		await press('reports/decide', { report: reportId, status });
		expect(await sandbox.control.reports()).toMatchObject([{ reportId, status }]);
	});

	it.each([
		['hour', '2026-03-10T13:00:00.000Z'],
		['morning', '2026-03-11T09:00:00.000Z'],
		['month', '2026-04-01T09:00:00.000Z'],
	])('moves the clock to the next %s', async (to, expected) => {
		await press('controls/move', { to });
		expect(await sandbox.control.now()).toBe(expected);
	});

	it('finds the report of a new subscription after two mornings, at any time of day', async () => {
		const guide = readFileSync('docs/develop/quickstart.md', 'utf8');
		expect(guide).toContain('Press **Next morning** twice in the console');
		for (const time of ['00:30', '01:00', '05:00', '09:00', '23:59']) {
			await sandbox.stop();
			Object.assign(sandbox, await startTestSandbox({ now: `2026-03-10T${time}:00Z` }));
			await sandbox.control.traffic({ perDay: 10, from: '2026-03-01T00:00:00Z' });
			await sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
				body: subscription({ startTime: '0100' }),
			});
			await press('controls/move', { to: 'morning' });
			await press('controls/move', { to: 'morning' });
			expect(await sandbox.control.reports()).toContainEqual(
				expect.objectContaining({ reportName: 'Daily sales', status: 'COMPLETED' }),
			);
		}
	});

	it('lets 3 requests fail, loses an answer after the work, and switches both off', async () => {
		await press('controls/fail');
		const statuses: number[] = [];
		for (let sent = 0; sent < 4; sent++) {
			statuses.push((await sandbox.call('GET', '/reporting/v3/report-definitions')).status);
		}
		expect(statuses).toEqual([503, 503, 503, 200]);
		await press('controls/lose');
		await expect(create(SENT)).rejects.toThrow();
		expect(await page('invoices')).toContain('Amelia Hart');
		await press('controls/fail');
		expect(await page('controls')).toContain('Switch all off');
		await press('controls/clear');
		expect(await sandbox.control.send('GET', '/faults')).toEqual({ faults: [] });
	});
});

describe('a reset', () => {
	it('brings the sandbox back to its start, while connections stay open', async () => {
		await create(SENT);
		await press('controls/move', { to: 'month' });
		await press('controls/fail');
		await sandbox.control.send('PUT', '/dialect', { dialect: 'order=reversed' });
		expect((await press('controls/reset', { confirmed: 'yes' })).kind).toBe('good');
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
		await create(
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
		for (const name of PAGES) {
			const html = await page(name);
			expect(html).not.toContain('<img');
			expect(html).not.toMatch(/<script(?! src="\/console\/console\.js" defer>)/);
		}
		expect(await page('invoices')).toContain('&lt;img src=x onerror=alert(1)&gt;');
	});
});
