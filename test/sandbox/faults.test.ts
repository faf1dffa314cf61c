import { type TestSandbox, useSandbox } from '../support/sandbox';

const PATH = '/reporting/v3/report-definitions';
const sandbox = useSandbox('each', { now: '2026-03-10T12:00:00Z' });

const get = (): ReturnType<TestSandbox['call']> => sandbox.call('GET', PATH);

describe('a planted fault', () => {
	it('answers with a status, and only so many times', async () => {
		await sandbox.control.fault({ kind: 'status', status: 503, path: PATH, times: 2 });
		expect((await get()).status).toBe(503);
		const second = await get();
		expect(second.status).toBe(503);
		expect(second.headers.get('retry-after')).toBeNull();
		expect((await get()).status).toBe(200);
	});

	it('lets the first requests through if it skips them', async () => {
		await sandbox.control.fault({ kind: 'status', status: 500, path: PATH, skip: 1 });
		expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([
			200, 500, 200,
		]);
	});

	it.each([
		[7, '7'],
		['2026-03-10T12:00:09Z', 'Tue, 10 Mar 2026 12:00:09 GMT'],
	])('names Retry-After %j as %s', async (retryAfter, header) => {
		await sandbox.control.fault({ kind: 'status', status: 429, retryAfter });
		expect((await get()).headers.get('retry-after')).toBe(header);
	});

	it.each([
		['JSON', { code: 'BUSY' }, 'application/json', '{"code":"BUSY"}'],
		['HTML', '<h1>Busy</h1>', 'text/html', '<h1>Busy</h1>'],
	])('answers with a status and a body of its own: %s', async (_case, body, type, text) => {
		await sandbox.control.fault({ kind: 'status', status: 500, body });
		const answer = await get();
		expect(answer.headers.get('content-type')).toContain(type);
		expect(answer.text).toBe(text);
	});

	it('waits for a request to a service, unless it names another path', async () => {
		await sandbox.control.fault({ kind: 'status', status: 500 });
		const open = async (path: string) => (await fetch(`${sandbox.address}${path}`)).status;
		for (const path of ['/favicon.ico', '/.well-known/any', '/pay/nothing', '/robots.txt']) {
			expect([path, await open(path)]).toEqual([path, 404]);
		}
		expect((await get()).status).toBe(500);
		await sandbox.control.fault({ kind: 'status', status: 500, path: '/pay/*' });
		expect(await open('/pay/nothing')).toBe(500);
	});

	it('is written in the request log by its number', async () => {
		const id = await sandbox.control.fault({ kind: 'drop' });
		await expect(get()).rejects.toThrow();
		const [request] = await sandbox.control.requests();
		expect(request).toMatchObject({ method: 'GET', url: PATH, faultId: id });
		expect(request.status).toBeUndefined();
	});
});
