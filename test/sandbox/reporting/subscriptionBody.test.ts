import { type Answer, useSandbox } from '../../support/sandbox';
import { expectRefused, NOW, subscription, SUBSCRIPTIONS, without } from './bodies';

const sandbox = useSandbox('all', { now: NOW });

const put = (body: unknown): Promise<Answer> => sandbox.call('PUT', SUBSCRIPTIONS, { body });
const URL_OF_IT = `${SUBSCRIPTIONS}/Daily%20sales`;
const exists = async (): Promise<boolean> =>
	(await sandbox.call('GET', SUBSCRIPTIONS)).status === 200;
afterEach(() => sandbox.call('DELETE', URL_OF_IT));

const MONTHLY = { reportFrequency: 'Monthly' };
const WEEKLY = { reportFrequency: 'Weekly' };
const OWN_INTERVAL = { reportFrequency: 'USER_DEFINED' };
const preference = (changes: object) => ({ reportPreferences: changes });

describe('the body of PUT report-subscriptions', () => {
	it.each(['reportDefinitionName', 'reportFields', 'reportName', 'timezone'])(
		'requires %s',
		async (field) => {
			await expectRefused(put(without(subscription(), field)), field);
			expect(await exists()).toBe(false);
		},
	);

	it('names all problems together', async () => {
		await expectRefused(
			put({ reportDefinitionName: 7, reportFields: [], startTime: '2500', color: 'red' }),
			...['reportDefinitionName', 'reportName', 'reportFields', 'timezone', 'startTime', 'color'],
		);
	});

	it.each<Record<string, unknown>>([
		{ reportMimeType: 'text/csv' },
		WEEKLY,
		{ reportFrequency: 'MONTHLY' },
		{ startTime: '2359' },
		{ ...MONTHLY, startDay: 31 },
		{ ...WEEKLY, startDay: 7 },
		{ ...OWN_INTERVAL, reportInterval: 'PT12H' },
		{ reportFilters: { 'Application.Name': ['ics_bill'] } },
		{ reportFilters: [{ any: 'shape' }] },
		preference({ signedAmounts: true }),
		preference({ fieldNameConvention: 'SOAPI' }),
		preference({ fieldNameConvention: 'SCMP' }),
		{ selectedMerchantGroupName: 'all_stores' },
		{ reportFields: ['Current Balance'] },
	])('takes %j', async (changes) => {
		expect((await put(subscription(changes))).status).toBe(200);
	});

	it.each<[string, Record<string, unknown>]>([
		['reportMimeType', { reportMimeType: 'application/pdf' }],
		['reportFrequency', { reportFrequency: 'Hourly' }],
		['startTime', { startTime: '06:30' }],
		['startDay', { ...MONTHLY, startDay: 32 }],
		['startDay', { ...WEEKLY, startDay: 8 }],
		['reportInterval', { reportInterval: 'P2D' }],
		['reportInterval', OWN_INTERVAL],
		['timezone', { timezone: 'Europe/Kyiv' }],
		['timezone', { timeZone: 'Europe/Paris' }],
		['reportFields', { reportFields: [] }],
		['reportFields', { reportFields: ['ChargebackAmount'] }],
		['reportFilters', { reportFilters: { Nope: ['x'] } }],
		['reportPreferences.signedAmounts', preference({ signedAmounts: 'true' })],
		['reportPreferences.fieldNameConvention', preference({ fieldNameConvention: 'CamelCase' })],
		['groupName', { selectedMerchantGroupName: 'nobody' }],
		['reportColor', { reportColor: 'red' }],
	])('refuses %s as in %j, and changes nothing', async (field, changes) => {
		await expectRefused(put(subscription(changes)), field);
		expect(await exists()).toBe(false);
	});

	it('takes timeZone, as the table of the specification spells it, for timezone', async () => {
		const body = { ...without(subscription(), 'timezone'), timeZone: 'Asia/Katmandu' };
		expect((await put(body)).status).toBe(200);
		expect((await sandbox.call('GET', URL_OF_IT)).body.timezone).toBe('Asia/Katmandu');
	});
});
