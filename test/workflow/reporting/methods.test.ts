import { LoadOptionsContext } from 'n8n-core';
import type { INode, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { CATALOGUE_FIELDS } from '../../../nodes/shared/catalogue/fields';
import { TIME_ZONES } from '../../../nodes/shared/catalogue/timeZones';
import { additionalData, nodeTypesOf, testCredential } from '../../support/engine';
import { answer, byName, useBench } from './harness';

const bench = useBench();

/** The context in which the editor asks for the entries of a dropdown. */
const editor = (parameters: object, { credential = true, token = '' } = {}) => {
	const type = new MerchantReporting();
	const node = {
		id: '1',
		name: 'Merchant Reporting',
		type: 'merchantReporting',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(credential ? { credentials: { merchantApi: { id: '1', name: 'Test' } } } : {}),
	} as unknown as INode;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ merchantReporting: type }),
		settings: { timezone: 'Europe/Berlin' },
	});
	const { address } = bench.sandbox;
	const data = additionalData(testCredential({ address, token: token || bench.sandbox.token }));
	data.currentNodeParameters = parameters as never;
	return new LoadOptionsContext(workflow, node, data, '');
};

const { loadOptions, listSearch } = new MerchantReporting().methods;

type Choices = { credential?: boolean; token?: string };

const options = async (
	method: keyof typeof loadOptions,
	parameters: object = {},
	choices: Choices = {},
): Promise<INodePropertyOptions[]> => await loadOptions[method].call(editor(parameters, choices));

const search = async (
	method: keyof typeof listSearch,
	filter = '',
	choices: Choices = {},
): Promise<INodeListSearchResult['results']> =>
	(await listSearch[method].call(editor({}, choices), filter)).results;

describe('the dropdown of time zones', () => {
	it('has the 90 of the service, each with the offset of today', async () => {
		const zones = await options('getTimeZones');
		expect(zones.map(({ value }) => value)).toEqual(TIME_ZONES);
		expect(zones.find(({ value }) => value === 'America/New_York')?.name).toBe(
			'America/New_York (UTC-05:00)',
		);
	});

	it('begins with the zone of the workflow where it is for a period', async () => {
		const zones = await options('getPeriodTimeZones');
		expect(zones).toHaveLength(91);
		expect(zones[0]).toEqual({
			name: 'Workflow: Europe/Berlin (UTC+01:00)',
			value: 'workflow',
		});
	});

	it('needs no credential', async () => {
		expect(await options('getTimeZones', {}, { credential: false })).toHaveLength(90);
	});
});

describe('the dropdown of fields', () => {
	const parameters = { reportDefinitionName: byName('FundingDetailClass') };

	it('is the catalogue where there is no credential', async () => {
		const fields = await options('getReportFields', parameters, { credential: false });
		expect(fields).toHaveLength(CATALOGUE_FIELDS.length);
		expect(fields[0]).toEqual({
			name: 'Application: Name',
			value: 'Application.Name',
			description: 'Application used (column Application.Name)',
		});
	});

	it('begins with those that the service lists for the type of report', async () => {
		const fields = await options('getReportFields', parameters);
		const { body } = await bench.sandbox.call<{
			attributes: Array<{ id: string; required: boolean }>;
		}>('GET', '/reporting/v3/report-definitions/FundingDetailClass');
		const listed = body.attributes.map(({ id }) => id);
		expect(fields.slice(0, listed.length).map(({ value }) => value)).toEqual(listed);
		expect(fields.find(({ value }) => value === 'Funding.Status')?.name).toMatch(
			/^Funding: Status/,
		);
		expect(fields.some(({ name }) => name.endsWith('(required)'))).toBe(true);
		expect(fields.some(({ name }) => name.endsWith('(default)'))).toBe(true);
	});

	it('has each value once, the rest of the catalogue after those of the service', async () => {
		const values = (await options('getReportFields', parameters)).map(({ value }) => value);
		expect(new Set(values).size).toBe(values.length);
		expect(values).toEqual(expect.arrayContaining(CATALOGUE_FIELDS.map(({ value }) => value)));
	});

	it('is the catalogue where the service is away', async () => {
		await bench.sandbox.control.fault(answer(400, 'Wrong'));
		expect(await options('getReportFields', parameters)).toHaveLength(CATALOGUE_FIELDS.length);
	});
});

describe('the dropdown of report types by identifier', () => {
	it('has what the service lists', async () => {
		const types = await options('getReportDefinitionIds');
		expect(types).toHaveLength(18);
		expect(types).toContainEqual({
			name: 'Transaction Request Report',
			value: '210',
			description: 'Transaction Request Report',
		});
	});
});

describe('the search for a report type', () => {
	it('finds the 18 without a credential', async () => {
		expect(await search('searchReportDefinitions', '', { credential: false })).toHaveLength(18);
	});

	it('finds by name and by label, in any case', async () => {
		expect(await search('searchReportDefinitions', 'chargeback')).toEqual([
			{
				name: 'Chargeback And Retrieval Detail Report',
				value: 'ChargebackAndRetrievalDetailClass',
			},
		]);
		expect(await search('searchReportDefinitions', 'PAYERAUTH')).toHaveLength(1);
	});

	it('marks those that the service does not list for the merchant', async () => {
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: { reportDefinitions: [{ reportDefinitionName: 'OwnClass' }] },
		});
		const types = await search('searchReportDefinitions');
		expect(types[0]).toEqual({ name: 'OwnClass', value: 'OwnClass' });
		expect(types[1].name).toMatch(/\(not in your list\)$/);
		expect(types).toHaveLength(19);
	});
});

describe('the search for a subscription', () => {
	it('is empty where there is none', async () => {
		expect(await search('searchSubscriptions')).toEqual([]);
	});

	it('finds by a part of the name, in the order of names', async () => {
		for (const reportName of ['Zebra daily', 'Apple daily', 'Other']) {
			await bench.sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
				body: {
					reportName,
					reportDefinitionName: 'TransactionRequestClass',
					reportFields: ['Request.RequestID'],
					timezone: 'GMT',
				},
			});
		}
		expect(await search('searchSubscriptions', 'DAILY')).toEqual([
			{ name: 'Apple daily', value: 'Apple daily' },
			{ name: 'Zebra daily', value: 'Zebra daily' },
		]);
	});

	it('tells why it cannot', async () => {
		await bench.sandbox.control.fault(answer(401, 'The token is no longer valid'));
		await expect(search('searchSubscriptions')).rejects.toThrow(/token is no longer valid/);
	});
});

describe('the search for a report', () => {
	it('is empty where there is none', async () => {
		const token = 'sandbox-token-merchant-two';
		expect(await search('searchReports', '', { token })).toEqual([]);
	});

	it('tells name, end and state of the reports of the last 31 days, newest first', async () => {
		const older = await bench.sandbox.control.makeReport({ reportName: 'Older', rows: 1 });
		await bench.sandbox.control.advanceClock('PT1H');
		const newer = await bench.sandbox.control.makeReport({
			reportName: 'Newer',
			status: 'RUNNING',
		});
		const { Settings } = await import('luxon');
		Settings.now = () => Date.parse('2026-11-10T14:00:00Z');
		expect(await search('searchReports')).toEqual([
			{ name: 'Newer, until 2026-11-10 (running)', value: newer.reportId },
			{ name: 'Older, until 2026-11-10 (completed)', value: older.reportId },
		]);
		expect(await search('searchReports', 'old')).toHaveLength(1);
	});
});
