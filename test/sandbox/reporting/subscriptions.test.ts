import { request } from 'node:http';
import { type Answer, useSandbox } from '../../support/sandbox';
import { faultyFields, NOW, oneTimeReport, REPORTS, subscription, SUBSCRIPTIONS } from './bodies';

const sandbox = useSandbox('each', { now: NOW });

const put = (body: unknown): Promise<Answer> => sandbox.call('PUT', SUBSCRIPTIONS, { body });
const get = (name: string): Promise<Answer> =>
	sandbox.call('GET', `${SUBSCRIPTIONS}/${encodeURIComponent(name)}`);
const list = async (): Promise<string[]> => {
	const { body } = await sandbox.call<{ subscriptions?: Array<{ reportName: string }> }>(
		'GET',
		SUBSCRIPTIONS,
	);
	return (body.subscriptions ?? []).map(({ reportName }) => reportName);
};

describe('PUT report-subscriptions', () => {
	it('creates the subscription when the name is new', async () => {
		expect((await put(subscription())).status).toBe(200);
		expect((await get('Daily sales')).body).toEqual({
			organizationId: 'merchant_one',
			reportDefinitionId: '210',
			reportDefinitionName: 'TransactionRequestClass',
			reportMimeType: 'text/csv',
			reportFrequency: 'DAILY',
			reportName: 'Daily sales',
			timezone: 'GMT',
			startTime: '0000',
			reportFields: ['Request.RequestID', 'BillTo.City'],
			reportPreferences: {},
		});
	});

	it('edits it otherwise', async () => {
		await put(subscription());
		expect((await put(subscription({ startTime: '0630' }))).status).toBe(200);
		expect((await get('Daily sales')).body.startTime).toBe('0630');
		expect(await list()).toEqual(['Daily sales']);
	});

	it('answers 304 when nothing changes', async () => {
		await put(subscription());
		const again = await put(subscription());
		expect(again.status).toBe(304);
		expect(again.text).toBe('');
	});

	it('takes back what it answered', async () => {
		await put(subscription());
		const { body } = await get('Daily sales');
		expect((await put(body)).status).toBe(304);
	});

	it('does not let the report type change after creation', async () => {
		await put(subscription());
		const answer = await put(subscription({ reportDefinitionName: 'AgingDetailClass' }));
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual(['reportDefinitionName']);
		expect((await get('Daily sales')).body.reportDefinitionName).toBe('TransactionRequestClass');
	});

	it('answers 404 to a report definition that does not exist', async () => {
		const answer = await put(subscription({ reportDefinitionName: 'WeatherDetailClass' }));
		expect(answer.status).toBe(404);
	});

	it('maintains 20 subscriptions, and refuses the twenty-first', async () => {
		for (let number = 1; number <= 20; number++) {
			expect((await put(subscription({ reportName: `Report ${number}` }))).status).toBe(200);
		}
		const answer = await put(subscription({ reportName: 'Report 21' }));
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({
			reason: 'LIMIT_REACHED',
			message: 'At most 20 subscriptions can be maintained at one time. Delete one first.',
		});
		expect((await put(subscription({ reportName: 'Report 7', startTime: '0100' }))).status).toBe(
			200,
		);
		await sandbox.call('DELETE', `${SUBSCRIPTIONS}/Report%201`);
		expect((await put(subscription({ reportName: 'Report 21' }))).status).toBe(200);
	});

	it('takes a name of 250 characters, whatever they are, and refuses 251', async () => {
		const longest = '漢'.repeat(249) + '😀';
		expect((await put(subscription({ reportName: longest }))).status).toBe(200);
		expect((await get(longest)).status).toBe(200);
		const answer = await put(subscription({ reportName: `${longest}x` }));
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual(['reportName']);
	});

	it('keeps names unique among subscriptions and one-time reports', async () => {
		await sandbox.call('POST', REPORTS, { body: oneTimeReport({ reportName: 'Daily sales' }) });
		const answer = await put(subscription());
		expect(answer.status).toBe(400);
		expect(answer.body.reason).toBe('DUPLICATE_NAME');
	});
});

describe('GET report-subscriptions', () => {
	it('lists all of them', async () => {
		await put(subscription({ reportName: 'A' }));
		await put(subscription({ reportName: 'B' }));
		expect(await list()).toEqual(['A', 'B']);
	});

	it('answers 404 where there are none', async () => {
		expect((await sandbox.call('GET', SUBSCRIPTIONS)).status).toBe(404);
		expect((await get('Daily sales')).status).toBe(404);
	});
});

describe('DELETE report-subscriptions/{reportName}', () => {
	it('removes it', async () => {
		await put(subscription());
		expect((await sandbox.call('DELETE', `${SUBSCRIPTIONS}/Daily%20sales`)).status).toBe(200);
		expect((await get('Daily sales')).status).toBe(404);
	});

	it('answers 404 to a name that is not there', async () => {
		expect((await sandbox.call('DELETE', `${SUBSCRIPTIONS}/Daily%20sales`)).status).toBe(404);
	});
});

describe('a name is one segment of the path', () => {
	const names = [
		'Sales/March',
		'../../etc',
		'100% of sales?',
		'a%2Fb',
		'percent%25',
		'#1 & co; =x+y',
		'Ümläut 漢字 😀',
		'"quoted" \\ back',
		'.',
		'..',
	];

	it.each(names)('%s', async (reportName) => {
		expect((await put(subscription({ reportName }))).status).toBe(200);
		const read = await raw('GET', reportName);
		expect(read.status).toBe(200);
		expect(JSON.parse(read.text)).toMatchObject({ reportName });
		expect((await raw('DELETE', reportName)).status).toBe(200);
		expect((await raw('GET', reportName)).status).toBe(404);
	});

	/** A URL object would resolve the dots; the wire does not. */
	const raw = (method: string, name: string): Promise<{ status?: number; text: string }> =>
		new Promise((resolve, reject) => {
			const { hostname, port } = new URL(sandbox.address);
			const path = `${SUBSCRIPTIONS}/${encodeURIComponent(name).replaceAll('.', '%2E')}`;
			const headers = { authorization: `Bearer ${sandbox.token}` };
			request({ hostname, port, method, path, headers }, (response) => {
				let text = '';
				response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
				response.on('end', () => resolve({ status: response.statusCode, text }));
			})
				.on('error', reject)
				.end();
		});
});
