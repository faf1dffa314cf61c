import { DateTime } from 'luxon';

import { Window } from './support/browser';
import { Editor } from './support/editor';
import { Instance } from './support/instance';
import { chain, manual, reporting } from './support/workflow';

const NODE = 'Merchant Reporting';
const SUBSCRIPTION = '/reporting/v3/report-subscriptions/Sales%20by%20city';

/** In one window, one after the other: each takes up where the one before ended. */
describe('someone who works with reports in the editor', () => {
	let instance: Instance;
	let window: Window;
	let editor: Editor;

	beforeAll(async () => {
		instance = await Instance.start('reporting');
		await instance.sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
			body: {
				reportName: 'Sales by city',
				reportDefinitionName: 'TransactionRequestClass',
				reportFields: ['Request.RequestID', 'BillTo.City'],
				reportMimeType: 'text/csv',
				reportFrequency: 'Weekly',
				startDay: 2,
				timezone: 'GMT',
			},
		});
		window = await Window.open();
		editor = new Editor(window.page, instance.address);
		await editor.logIn();
		window.errors.length = 0;
	});
	afterAll(async () => {
		await window.picture('reporting last');
		await window.close();
		await instance.stop();
	});

	const open = async (name: string, parameters: object) => {
		const step = reporting(instance.credential, { ...parameters });
		const { id } = await instance.client.addWorkflow(chain(name, [manual, step]));
		await editor.openWorkflow(id);
		await editor.openNode(NODE);
	};

	test('picks two days, and the last one counts in full', async () => {
		await open('Days', { resource: 'netFunding', operation: 'get', period: 'custom' });
		const first = DateTime.utc().minus({ months: 1 }).startOf('month');
		const last = first.plus({ days: 8 });
		await editor.fillDay('periodStart', first.toISODate());
		await editor.fillDay('periodEnd', last.toISODate());
		await editor.searchField('periodTimeZone', 'greenwich');
		await editor.pick('GMT');
		await instance.sandbox.control.clearRequests();
		await editor.execute();
		await window.picture('reporting period');
		const requests = await instance.sandbox.control.requests('/reporting/v3/net-fundings');
		const query = new URL(requests[0].url, 'http://sandbox').searchParams;
		expect(Date.parse(query.get('startTime') ?? '')).toBe(first.toMillis());
		const untilMidnight =
			first.plus({ days: 9 }).toMillis() - Date.parse(query.get('endTime') ?? '');
		expect([0, 1]).toContain(untilMidnight);
		expect(await editor.outputText()).toContain('currency');
	});

	test('changes the time of a subscription, and nothing else', async () => {
		await open('Change', {
			resource: 'reportSubscription',
			operation: 'upsert',
			reportName: { __rl: true, mode: 'name', value: 'Sales by city' },
			additionalFields: { startTime: '0630', timeZone: 'GMT' },
		});
		const before = await instance.sandbox.call<object>('GET', SUBSCRIPTION);
		await editor.execute();
		await window.picture('reporting changed');
		expect(await editor.outputText()).toContain('updated');
		const { body } = await instance.sandbox.call<object>('GET', SUBSCRIPTION);
		expect(body).toEqual({ ...before.body, startTime: '0630' });
	});

	test('picks from the fields of the report type', async () => {
		await editor.choose('fieldSet', 'Selected Fields');
		const own = await editor.searchField('reportFields', 'amount');
		await window.picture('reporting fields');
		expect(own.join('\n')).toContain('Payment Data: Amount');
		expect(own.join('\n')).not.toContain('not listed');
		await editor.pickMany(own[0]);
	});

	test.each([
		['new york', 'America/New_York'],
		['India', 'Asia/Calcutta'],
		['+05:30', 'Asia/Calcutta'],
	])('finds a time zone by "%s"', async (words, zone) => {
		const zones = await editor.searchField('timeZone', words);
		await window.picture(`reporting zone ${zone.replace('/', ' ')}`);
		const found = zones.find((option) => option.startsWith(zone));
		const offset = DateTime.now().setZone(zone).toFormat('ZZ');
		expect(found).toContain(`(UTC${offset})`);
		await editor.pick(found ?? '');
	});

	test('nothing went wrong in the browser or in n8n on our account', async () => {
		expect(window.errors).toEqual([]);
		expect(await instance.ourErrors()).toEqual([]);
	});
});
