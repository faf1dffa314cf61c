import type { IDataObject } from 'n8n-workflow';
import { subscriptionColumns } from '../../../nodes/MerchantReporting/actions/reportSubscription/subscriptions.operation';
import { json as answerJson, startServer } from '../../support/server';
import { byName, json, NOTHING, refusal, useBench } from './harness';

const bench = useBench();
const EVERY_FIELD = subscriptionColumns.slice(1);

const DAILY = {
	reportName: byName('Daily transactions'),
	reportDefinitionName: byName('TransactionRequestClass'),
	fieldSet: 'selected',
	reportFields: ['Request.RequestID', 'BillTo.City'],
};

const upsert = async (
	{ additionalFields, ...parameters }: { additionalFields?: object; [field: string]: unknown } = {},
	more = {},
) =>
	await bench.act(
		'reportSubscription',
		'upsert',
		{
			...DAILY,
			...parameters,
			additionalFields: { timeZone: 'America/Chicago', ...additionalFields },
		},
		more,
	);

/** The body of the one PUT that was sent. */
const sent = async () => {
	const puts = (await bench.received()).filter(({ request }) => request.startsWith('PUT '));
	expect(puts).toHaveLength(1);
	return puts[0].body;
};

const received = async () => (await bench.received()).map(({ request }) => request);

describe('Report Subscription: Create or Update', () => {
	it('sends every field that there is', async () => {
		await upsert({
			reportName: byName('Weekly with everything'),
			reportFrequency: 'Weekly',
			startWeekday: 1,
			additionalFields: {
				reportMimeType: 'text/csv',
				moreFields: ['PaymentMethod.CardType'],
				fieldNameConvention: 'SOAPI',
				filters: { filter: [{ field: 'Application.Name', values: 'ics_auth, ics_bill' }] },
				signedAmounts: true,
				startTime: '06:30',
			},
		});
		expect(await sent()).toEqual({
			reportName: 'Weekly with everything',
			reportDefinitionName: 'TransactionRequestClass',
			reportFields: ['Request.RequestID', 'BillTo.City', 'PaymentMethod.CardType'],
			reportMimeType: 'text/csv',
			reportFrequency: 'Weekly',
			startDay: 1,
			startTime: '0630',
			timezone: 'America/Chicago',
			reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] },
			reportPreferences: { signedAmounts: true, fieldNameConvention: 'SOAPI' },
		});
	});

	it('adds to the usual fields, asked for once for all items of an organization, unless that failed', async () => {
		const path = '/reporting/v3/report-definitions/TransactionRequestClass';
		await bench.sandbox.control.fault({ kind: 'status', status: 400, path });
		await upsert(
			{
				fieldSet: 'usual',
				additionalFields: { moreFields: DAILY.reportFields },
				reportName: byName('={{ "Usual " + $json.number }}'),
				options: { organizationId: '={{ $json.of ?? "" }}' },
			},
			{
				input: [{ number: 0 }, { number: 1 }, { number: 2 }, { number: 3, of: 'merchant_one' }],
				continueOnFail: true,
			},
		);
		const requests = await bench.received();
		const OF = '?organizationId=merchant_one';
		expect(requests.map(({ request }) => request)).toEqual([
			'GET /reporting/v3/report-subscriptions/Usual%200',
			`GET ${path}`,
			'GET /reporting/v3/report-subscriptions/Usual%201',
			`GET ${path}`,
			'PUT /reporting/v3/report-subscriptions',
			'GET /reporting/v3/report-subscriptions/Usual%202',
			'PUT /reporting/v3/report-subscriptions',
			`GET /reporting/v3/report-subscriptions/Usual%203${OF}`,
			`GET ${path}${OF}`,
			'PUT /reporting/v3/report-subscriptions',
		]);
		const { reportFields } = requests[4].body as { reportFields: string[] };
		expect(reportFields).toContain('Request.TransactionDate');
		expect(reportFields).toContain('BillTo.City');
		expect(reportFields.filter((field) => field === 'Request.RequestID')).toHaveLength(1);
	});

	it('says what totals of the report would also need', async () => {
		const told = async (reportFields: string[]) =>
			(await upsert({ reportName: byName('For totals'), reportFields })).hints;
		const money = ['PaymentData.Amount', 'PaymentData.CurrencyCode'];
		expect(await told(money)).toEqual([
			expect.stringContaining('also need Application: Name and Application: Rflag'),
		]);
		expect((await upsert({ reportName: byName('For totals'), fieldSet: 'keep' })).hints).toEqual([
			expect.stringContaining('More Field Names or IDs in Additional Fields'),
		]);
		expect(await told([...money, 'Application.Name', 'Application.Rflag'])).toEqual([]);
	});

	it('is updated though the service answers "not modified", as to a repeated request', async () => {
		await upsert({ additionalFields: { startTime: '0100' } });
		const answer = { kind: 'status', method: 'PUT', status: 304, when: 'after' } as const;
		await bench.sandbox.control.fault(answer);
		const run = await upsert({ additionalFields: { startTime: '0245' } });
		expect(json(run)[0]).toMatchObject({ outcome: 'updated', startTime: '0245' });
	});

	it('is not said to be updated where the service answers "not modified" and has the old values', async () => {
		await upsert({ additionalFields: { startTime: '0100' } });
		await bench.sandbox.control.fault({ kind: 'status', method: 'PUT', status: 304 });
		const run = await upsert({ additionalFields: { startTime: '0245' } });
		expect(refusal(run)).toContain('the service answered that nothing was modified');
	});

	it('refuses another type than the subscription has, before anything is changed', async () => {
		await upsert();
		await bench.received();
		const run = await upsert({
			reportDefinitionName: byName('FundingDetailClass'),
			reportFields: ['Request.RequestID', 'BillTo.City'],
		});
		expect(refusal(run)).toBe(
			'Report Definition: you cannot change it after creation. This subscription uses TransactionRequestClass. Choose that one, or enter another Report Name',
		);
		expect(await received()).toEqual([
			'GET /reporting/v3/report-subscriptions/Daily%20transactions',
		]);
	});

	it.each<[string, IDataObject, object]>([
		['a time with a colon', { additionalFields: { startTime: '23:59' } }, { startTime: '2359' }],
		['Saturday', { reportFrequency: 'Weekly', startWeekday: 7 }, { startDay: 7 }],
		['day 31', { reportFrequency: 'Monthly', startDay: 31 }, { startDay: 31 }],
		[
			'an interval',
			{ reportFrequency: 'USER_DEFINED', reportInterval: 'PT2H30M' },
			{ reportInterval: 'PT2H30M' },
		],
	])('takes a schedule with %s', async (name, parameters, body) => {
		json(await upsert({ reportName: byName(`With ${name}`), ...parameters }));
		expect(await sent()).toMatchObject(body);
	});

	it.each<[string, IDataObject, RegExp]>([
		['no name', { reportName: byName(NOTHING) }, /^Report Name: enter a name$/],
		...['2400', '0060', '630'].map((startTime): [string, IDataObject, RegExp] => [
			`the time ${startTime}`,
			{ additionalFields: { startTime } },
			new RegExp(`^Start Time: "${startTime}" is not a time of day`),
		]),
		...['={{ true }}', 0, 32, 1.5].map((startDay): [string, IDataObject, RegExp] => [
			`the day ${startDay}`,
			{ reportFrequency: 'Monthly', startDay },
			/^Start Day: .* from 1 to 31/,
		]),
		...['', '2 hours'].map((reportInterval): [string, IDataObject, RegExp] => [
			`the interval "${reportInterval}"`,
			{ reportFrequency: 'USER_DEFINED', reportInterval },
			/^Interval: enter an ISO 8601 duration/,
		]),
	])('refuses %s before anything is sent', async (_, parameters, message) => {
		expect(refusal(await upsert(parameters))).toMatch(message);
		expect(await received()).toEqual([]);
	});

	it('makes a new one of nothing but a name: usual fields, every day, in the zone of the workflow', async () => {
		const run = await bench.act('reportSubscription', 'upsert', { reportName: byName('New') });
		expect(json(run)[0]).toMatchObject({ outcome: 'created', reportName: 'New' });
		expect(await sent()).toEqual({
			reportName: 'New',
			reportDefinitionName: 'TransactionRequestClass',
			reportMimeType: 'text/csv',
			reportFrequency: 'Daily',
			timezone: 'America/New_York',
			reportFields: expect.arrayContaining([
				'Request.RequestID',
				'PaymentData.Amount',
				'PaymentData.CurrencyCode',
			]) as string[],
		});
	});
});

describe('a subscription that exists', () => {
	const NAME = 'To be changed';
	const WEEKLY = {
		reportName: byName(NAME),
		reportFrequency: 'Weekly',
		startWeekday: 3,
		additionalFields: {
			reportMimeType: 'application/xml',
			filters: { filter: [{ field: 'Application.Name', values: 'ics_auth' }] },
			signedAmounts: true,
			startTime: '0600',
		},
	};
	/** All that a node has in the editor when only the name was entered. */
	const change = async (parameters: object = {}, more = {}) =>
		await bench.act(
			'reportSubscription',
			'upsert',
			{ reportName: byName(NAME), ...parameters },
			more,
		);
	const stored = async () =>
		(
			await bench.sandbox.call<Record<string, unknown>>(
				'GET',
				`/reporting/v3/report-subscriptions/${encodeURIComponent(NAME)}`,
			)
		).body;

	beforeEach(async () => {
		await bench.sandbox.call(
			'DELETE',
			`/reporting/v3/report-subscriptions/${encodeURIComponent(NAME)}`,
		);
		json(await upsert(WEEKLY));
		await bench.sandbox.control.clearRequests();
	});

	it('keeps everything but the time that is entered', async () => {
		const before = await stored();
		const [output] = json(await change({ additionalFields: { startTime: '0730' } }));
		expect(await stored()).toEqual({ ...before, startTime: '0730' });
		expect(output).toMatchObject({
			outcome: 'updated',
			changes: { startTime: { was: '0600', is: '0730' } },
			reportFields: ['Request.RequestID', 'BillTo.City'],
			reportFrequency: 'Weekly',
			startDay: 3,
			reportFilters: { 'Application.Name': ['ics_auth'] },
			reportPreferences: { signedAmounts: true },
			timezone: 'America/Chicago',
		});
	});

	it('is "unchanged" and not sent where nothing is different', async () => {
		const [item] = json(await change());
		expect(item).toMatchObject({ outcome: 'unchanged' });
		expect(item).not.toHaveProperty('changes');
		expect(await received()).toEqual(['GET /reporting/v3/report-subscriptions/To%20be%20changed']);
	});

	it('loses its start day with its frequency', async () => {
		const [{ changes }] = json(await change({ reportFrequency: 'Daily' }));
		expect(changes).toEqual({
			reportFrequency: { was: 'Weekly', is: 'Daily' },
			startDay: { was: 3, is: null },
		});
		expect(await stored()).toMatchObject({ reportFrequency: 'DAILY' });
		json(await change({ reportFrequency: 'USER_DEFINED', reportInterval: 'PT2H' }));
		const [monthly] = json(await change({ reportFrequency: 'Monthly', startDay: 5 }));
		expect(monthly.changes).toMatchObject({ reportInterval: { was: 'PT2H', is: null } });
	});

	it('takes no convention for CSV where it is in XML', async () => {
		expect(refusal(await change({ additionalFields: { fieldNameConvention: 'SCMP' } }))).toBe(
			'Field Name Convention: applies to CSV reports only. Remove it or choose CSV',
		);
	});

	it('gets more fields beside those it has', async () => {
		const [{ changes }] = json(
			await change({ additionalFields: { moreFields: ['BillTo.City', 'BillTo.Zip'] } }),
		);
		expect(changes).toEqual({
			reportFields: {
				was: ['Request.RequestID', 'BillTo.City'],
				is: ['Request.RequestID', 'BillTo.City', 'BillTo.Zip'],
			},
		});
		const reportFields = ['BillTo.Zip', 'BillTo.City', 'Request.RequestID'];
		const inOrder = await change({ fieldSet: 'selected', reportFields });
		expect(json(inOrder)[0]).toMatchObject({ outcome: 'updated', reportFields });
	});

	it.each([
		['Selected Fields', { fieldSet: 'selected', reportFields: ['BillTo.Zip'] }],
		['Usual Fields', { fieldSet: 'usual' }],
	])('loses no field to %s without a yes', async (_, fields) => {
		expect(refusal(await change(fields))).toMatch(
			/^Fields: this would remove \d of the 2 fields that the subscription has: .*BillTo\.City/,
		);
		expect((await received()).filter((request) => request.startsWith('PUT'))).toEqual([]);
		const [{ outcome }] = json(await change({ ...fields, options: { allowRemovingFields: true } }));
		expect(outcome).toBe('updated');
		expect((await stored()).reportFields).not.toContain('BillTo.City');
	});

	it('keeps its merchant group, whose name the service does not say', async () => {
		const group = { selectedMerchantGroupName: 'all_stores' };
		json(await change({ additionalFields: group }));
		const { groupId } = await stored();
		expect(groupId).not.toBe('all_stores');
		await received();
		const [{ changes }] = json(await change({ additionalFields: { startTime: '0745' } }));
		expect(Object.keys(changes as object)).toEqual(['startTime']);
		const body = await sent();
		expect(body).toMatchObject({ groupId });
		expect(body).not.toHaveProperty('selectedMerchantGroupName');
		expect(await stored()).toMatchObject({ groupId, startTime: '0745' });
	});
});

describe('what a service adds to a subscription', () => {
	const EXISTING = {
		reportName: 'Odd',
		reportDefinitionName: 'TransactionRequestClass',
		reportFields: ['Request.RequestID'],
		reportMimeType: 'text/csv',
		reportFrequency: 'MONTHLY',
		startDay: 5,
		timeZone: 'GMT',
		organizationId: 'merchant_one',
		groupId: 'North',
		groupName: '',
		deliveryChannel: { kind: 'sftp' },
		retention: null,
		_links: { self: {} },
	};
	const act = async (
		existing = JSON.stringify(EXISTING),
		parameters: object = { additionalFields: { startTime: '0100' } },
	) => {
		const server = await startServer(({ method }, response) => {
			if (method === 'GET') {
				response.writeHead(200, { 'content-type': 'application/json' }).end(existing);
			} else answerJson(response, 200, {});
		});
		const run = await bench.act(
			'reportSubscription',
			'upsert',
			{ reportName: byName('Odd'), ...parameters },
			{ address: server.address },
		);
		await server.stop();
		const puts = server.received.filter(({ method }) => method === 'PUT');
		const texts = puts.map(({ body }) => body);
		return { run, texts, bodies: texts.map((body) => JSON.parse(body) as object) };
	};
	const KNOWN = {
		reportName: 'Odd',
		reportDefinitionName: 'TransactionRequestClass',
		reportFields: ['Request.RequestID'],
		reportMimeType: 'text/csv',
		reportFrequency: 'Monthly',
		startDay: 5,
		startTime: '0100',
		timezone: 'GMT',
	};

	it('is not sent, and named, but for its group', async () => {
		const { run, bodies } = await act();
		expect(bodies).toEqual([{ ...KNOWN, organizationId: 'merchant_one', groupId: 'North' }]);
		expect(json(run)[0]).toMatchObject({
			...{ outcome: 'updated', notSent: ['deliveryChannel'] },
			changes: { startTime: { was: null, is: '0100' } },
		});
	});

	it('is no change where only its order is another, or the name of its group', async () => {
		const reportFilters = { 'BillTo.City': ['Leeds'], 'Application.Name': ['ics_bill'] };
		const existing = JSON.stringify({ ...EXISTING, reportFilters, groupName: 'Shops' });
		const filtersJson = { 'Application.Name': ['ics_bill'], 'BillTo.City': ['Leeds'] };
		const additionalFields = { filtersJson, selectedMerchantGroupName: 'Shops' };
		expect((await act(existing, { additionalFields })).bodies).toEqual([]);
	});

	it('is not saved without fields where the service does not say them', async () => {
		const { run, bodies } = await act(JSON.stringify({ ...EXISTING, reportFields: undefined }));
		expect([refusal(run), bodies]).toEqual([expect.stringMatching(/^Fields: choose/), []]);
	});

	it('goes without the old group where another one is entered', async () => {
		const additionalFields = { selectedMerchantGroupName: 'South' };
		const { run, bodies } = await act(undefined, { additionalFields });
		expect(bodies[0]).toMatchObject(additionalFields);
		expect(bodies[0]).not.toHaveProperty('groupId');
		expect(json(run)[0].changes).toEqual({
			selectedMerchantGroupName: { was: 'North', is: 'South' },
		});
	});

	it('goes back with every digit, and numbers as numbers', async () => {
		const preferences = '"reportPreferences":{"least":0.50,"deep":[1.10,"1.10","#x"]}';
		const numbers = `"groupId":12345678901234567,${preferences}`;
		const { run, texts } = await act(
			JSON.stringify(EXISTING).replace('"groupId":"North"', numbers),
		);
		expect(texts[0]).toContain('"groupId":12345678901234567');
		expect(texts[0]).toContain(preferences);
		expect(json(run)[0]).toMatchObject({
			outcome: 'updated',
			changes: { startTime: { was: null, is: '0100' } },
			reportPreferences: { least: '0.50' },
		});
	});

	it('loses the field name convention with the format CSV', async () => {
		const reportPreferences = { fieldNameConvention: 'SCMP', signedAmounts: true };
		const existing = JSON.stringify({ ...EXISTING, reportPreferences });
		const { bodies } = await act(existing, {
			additionalFields: { reportMimeType: 'application/xml' },
		});
		expect(bodies[0]).toMatchObject({ reportPreferences: { signedAmounts: true } });
		expect(JSON.stringify(bodies[0])).not.toContain('SCMP');
		const inXml = existing.replace('text/csv', 'application/xml');
		const { run } = await act(inXml, { additionalFields: { signedAmounts: true } });
		expect(json(run)[0]).toMatchObject({ outcome: 'unchanged' });
	});
});

describe('Report Subscription: Get', () => {
	const get = async (name: string, parameters = {}) =>
		await bench.act('reportSubscription', 'get', { reportName: byName(name), ...parameters });

	it('asks for it by its name, as one part of the path, and is the same in the list', async () => {
		await upsert({ reportName: byName('A/B & C?') });
		await bench.received();
		const itemOutput = { itemOutput: 'selected', itemFields: EVERY_FIELD };
		const [item] = json(await get('A/B & C?', itemOutput));
		expect(item).toEqual({
			reportName: 'A/B & C?',
			reportDefinitionName: 'TransactionRequestClass',
			reportDefinitionId: '210',
			reportMimeType: 'text/csv',
			reportFrequency: 'DAILY',
			startTime: '0000',
			startDay: 'Every day',
			timezone: 'America/Chicago',
			reportFields: 'Request.RequestID, BillTo.City',
			organizationId: 'merchant_one',
		});
		expect(await bench.received()).toEqual([
			{
				request: 'GET /reporting/v3/report-subscriptions/A%2FB%20%26%20C%3F',
				accept: 'application/json',
			},
		]);
		const all = { returnAll: true, ...itemOutput };
		expect(json(await bench.act('reportSubscription', 'getAll', all))).toContainEqual(item);
	});

	it('has a start day, however the service writes that it is daily', async () => {
		const body = { reportName: 'X', reportFrequency: 'Daily' };
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body });
		expect(json(await get('X'))).toEqual([{ ...body, startDay: 'Every day' }]);
	});

	it('says that there is none of this name', async () => {
		expect(refusal(await get('Nobody'))).toMatch(
			/^Get report subscription "Nobody": .*has no subscription Nobody/,
		);
	});
});

describe('Report Subscription: Delete', () => {
	const remove = async (name: string) =>
		await bench.act('reportSubscription', 'delete', { reportName: byName(name) });

	it('says that it deleted, though the answer was lost', async () => {
		await upsert({ reportName: byName('To go') });
		await bench.received();
		expect(json(await remove('To go'))).toEqual([
			{ deleted: true, outcome: 'deleted', reportName: 'To go' },
		]);
		expect(await received()).toEqual(['DELETE /reporting/v3/report-subscriptions/To%20go']);
		expect(refusal(await remove('To go'))).toMatch(
			/^Delete report subscription "To go": .*no subscription To go/,
		);
		await upsert({ reportName: byName('To go') });
		await bench.sandbox.control.fault({ kind: 'drop', method: 'DELETE', when: 'after', times: 1 });
		expect(json(await remove('To go'))).toMatchObject([{ outcome: 'deleted' }]);
	});
});
