import { type Answer, useSandbox } from '../../support/sandbox';
import { faultyFields, NOW, subscription, SUBSCRIPTIONS, without } from './bodies';

const sandbox = useSandbox('all', { now: NOW });

const put = (body: unknown): Promise<Answer> => sandbox.call('PUT', SUBSCRIPTIONS, { body });
const URL_OF_IT = `${SUBSCRIPTIONS}/Daily%20sales`;
const exists = async (): Promise<boolean> =>
	(await sandbox.call('GET', SUBSCRIPTIONS)).status === 200;
afterEach(() => sandbox.call('DELETE', URL_OF_IT));

describe('the body of PUT report-subscriptions', () => {
	it.each(['reportDefinitionName', 'reportFields', 'reportName', 'timezone'])(
		'requires %s',
		async (field) => {
			const answer = await put(without(subscription(), field));
			expect(answer.status).toBe(400);
			expect(faultyFields(answer)).toEqual([field]);
			expect(await exists()).toBe(false);
		},
	);

	it('names all problems together', async () => {
		const answer = await put({ reportFields: [], startTime: '2500', color: 'red' });
		expect(answer.status).toBe(400);
		expect(faultyFields(answer).sort()).toEqual(
			[
				'color',
				'reportDefinitionName',
				'reportFields',
				'reportName',
				'startTime',
				'timezone',
			].sort(),
		);
	});

	it.each([
		['reportMimeType text/csv', { reportMimeType: 'text/csv' }],
		['reportMimeType application/xml', { reportMimeType: 'application/xml' }],
		['reportFrequency Weekly', { reportFrequency: 'Weekly' }],
		['reportFrequency in capitals', { reportFrequency: 'MONTHLY' }],
		['startTime 2359', { startTime: '2359' }],
		['startDay 31 of a month', { reportFrequency: 'Monthly', startDay: 31 }],
		['startDay 7 of a week', { reportFrequency: 'Weekly', startDay: 7 }],
		['an interval', { reportFrequency: 'USER_DEFINED', reportInterval: 'PT12H' }],
		['filters by field', { reportFilters: { 'Application.Name': ['ics_bill'] } }],
		['a list of filters', { reportFilters: [{ any: 'shape' }] }],
		['signed amounts', { reportPreferences: { signedAmounts: true } }],
		['the SOAPI convention', { reportPreferences: { fieldNameConvention: 'SOAPI' } }],
		['the SCMP convention', { reportPreferences: { fieldNameConvention: 'SCMP' } }],
		['a merchant group', { selectedMerchantGroupName: 'all_stores' }],
		['its own organization', { organizationId: 'merchant_one' }],
		['a field with a space in its name', { reportFields: ['Current Balance'] }],
	])('takes %s', async (_case, changes) => {
		expect((await put(subscription(changes))).status).toBe(200);
	});

	it.each([
		['another mime type', { reportMimeType: 'application/pdf' }, 'reportMimeType'],
		['another frequency', { reportFrequency: 'Hourly' }, 'reportFrequency'],
		['the frequency of one-time reports', { reportFrequency: 'Adhoc' }, 'reportFrequency'],
		['a time of day with a colon', { startTime: '06:30' }, 'startTime'],
		['a time of day after 2359', { startTime: '2400' }, 'startTime'],
		['day 0', { reportFrequency: 'Monthly', startDay: 0 }, 'startDay'],
		['day 32 of a month', { reportFrequency: 'Monthly', startDay: 32 }, 'startDay'],
		['day 8 of a week', { reportFrequency: 'Weekly', startDay: 8 }, 'startDay'],
		['a day written as text', { reportFrequency: 'Monthly', startDay: '1' }, 'startDay'],
		['an interval with a daily report', { reportInterval: 'P2D' }, 'reportInterval'],
		['a missing interval', { reportFrequency: 'USER_DEFINED' }, 'reportInterval'],
		[
			'an interval that is none',
			{ reportFrequency: 'USER_DEFINED', reportInterval: 'often' },
			'reportInterval',
		],
		['an unsupported time zone', { timezone: 'Europe/Kyiv' }, 'timezone'],
		['two different time zones', { timeZone: 'Europe/Paris' }, 'timezone'],
		['no fields', { reportFields: [] }, 'reportFields'],
		['a field of another definition', { reportFields: ['ChargebackAmount'] }, 'reportFields'],
		['fields that are no list', { reportFields: 'Request.RequestID' }, 'reportFields'],
		['fields that are no texts', { reportFields: [7] }, 'reportFields'],
		['a filter on an unknown field', { reportFilters: { Nope: ['x'] } }, 'reportFilters'],
		['a filter that is no list', { reportFilters: { 'BillTo.City': 'x' } }, 'reportFilters'],
		['preferences that are no object', { reportPreferences: 'signed' }, 'reportPreferences'],
		[
			'a preference of the wrong type',
			{ reportPreferences: { signedAmounts: 'true' } },
			'reportPreferences.signedAmounts',
		],
		[
			'another convention',
			{ reportPreferences: { fieldNameConvention: 'CamelCase' } },
			'reportPreferences.fieldNameConvention',
		],
		[
			'an unknown preference',
			{ reportPreferences: { rounded: true } },
			'reportPreferences.rounded',
		],
		['an unknown group', { selectedMerchantGroupName: 'nobody' }, 'groupName'],
		['an unknown field', { reportColor: 'red' }, 'reportColor'],
		['null in place of a value', { startTime: null }, 'startTime'],
	])('refuses %s and changes nothing', async (_case, changes, field) => {
		const answer = await put(subscription(changes));
		expect(answer.status).toBe(400);
		expect(faultyFields(answer)).toEqual([field]);
		expect(await exists()).toBe(false);
	});

	it('takes timeZone, as the table of the specification spells it, for timezone', async () => {
		const body = { ...without(subscription(), 'timezone'), timeZone: 'Asia/Katmandu' };
		expect((await put(body)).status).toBe(200);
		expect((await sandbox.call('GET', URL_OF_IT)).body.timezone).toBe('Asia/Katmandu');
	});
});
