import { type Answer, useSandbox } from '../../support/sandbox';
import {
	expectRefused,
	NOW,
	oneTimeReport,
	REPORTS,
	subscription,
	SUBSCRIPTIONS,
	without,
} from './bodies';

const sandbox = useSandbox('each', { now: NOW });

const put = (changes = {}): Promise<Answer> =>
	sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription(changes) });
const ofName = (method: string, name = 'Daily sales'): Promise<Answer> =>
	sandbox.call(method, `${SUBSCRIPTIONS}/${encodeURIComponent(name)}`);
const names = async (): Promise<string[]> => {
	const { body } = await sandbox.call('GET', SUBSCRIPTIONS);
	return (body.subscriptions as Array<{ reportName: string }>).map(({ reportName }) => reportName);
};

it('a subscription is created, edited, listed and deleted by its name', async () => {
	expect((await sandbox.call('GET', SUBSCRIPTIONS)).status).toBe(404);
	expect((await put()).status).toBe(200);
	expect((await ofName('GET')).body).toEqual({
		...without(subscription(), 'reportFrequency'),
		organizationId: 'merchant_one',
		reportDefinitionId: '210',
		reportFrequency: 'DAILY',
		reportPreferences: {},
	});
	expect((await put({ startTime: '0630' })).status).toBe(200);
	expect((await ofName('GET')).body.startTime).toBe('0630');
	await put({ reportName: 'B' });
	expect(await names()).toEqual(['Daily sales', 'B']);
	expect((await ofName('DELETE')).status).toBe(200);
	expect((await ofName('GET')).status).toBe(404);
	expect((await ofName('DELETE')).status).toBe(404);
});

it('PUT answers 304 when nothing changes, also to its own answer', async () => {
	await put();
	const again = await put();
	expect([again.status, again.text]).toEqual([304, '']);
	const { body } = await ofName('GET');
	expect((await sandbox.call('PUT', SUBSCRIPTIONS, { body })).status).toBe(304);
});

it('the report type cannot be changed after creation, and has to exist', async () => {
	await put();
	await expectRefused(put({ reportDefinitionName: 'AgingDetailClass' }), 'reportDefinitionName');
	expect((await put({ reportDefinitionName: 'WeatherDetailClass' })).status).toBe(404);
	expect((await ofName('GET')).body.reportDefinitionName).toBe('TransactionRequestClass');
});

it('20 subscriptions are maintained, and the twenty-first is refused', async () => {
	for (let number = 1; number <= 20; number++) {
		expect((await put({ reportName: `Report ${number}` })).status).toBe(200);
	}
	expect(await put({ reportName: 'Report 21' })).toMatchObject({
		status: 400,
		body: {
			reason: 'LIMIT_REACHED',
			message: 'At most 20 subscriptions can be maintained at one time. Delete one first.',
		},
	});
	expect((await put({ reportName: 'Report 7', startTime: '0100' })).status).toBe(200);
	await ofName('DELETE', 'Report 1');
	expect((await put({ reportName: 'Report 21' })).status).toBe(200);
});

it('a name may have 250 characters, whatever they are, and not 251', async () => {
	const longest = '漢'.repeat(249) + '😀';
	expect((await put({ reportName: longest })).status).toBe(200);
	expect((await ofName('GET', longest)).status).toBe(200);
	await expectRefused(put({ reportName: `${longest}x` }), 'reportName');
});

it('names are unique among subscriptions and one-time reports', async () => {
	await sandbox.call('POST', REPORTS, { body: oneTimeReport({ reportName: 'Daily sales' }) });
	expect(await put()).toMatchObject({ status: 400, body: { reason: 'DUPLICATE_NAME' } });
});
