import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { CATALOG_FIELDS } from '../../../nodes/shared/catalog/fields';
import { TIME_ZONES } from '../../../nodes/shared/catalog/timeZones';
import { searched } from '../../support/canary';
import { editorOf } from '../../support/editor';
import { answer, byName, useBench } from './harness';

const bench = useBench();

/** The context in which the editor asks for the entries of a dropdown. */
const editor = (entered: object, { credential = true, token = bench.sandbox.token } = {}) =>
	editorOf(
		new MerchantReporting(),
		{ ...entered },
		credential ? { address: bench.sandbox.address, token } : undefined,
	);

const { loadOptions, listSearch } = new MerchantReporting().methods;

type Choices = { credential?: boolean; token?: string };

const options = async (
	method: keyof typeof loadOptions,
	parameters: object = {},
	choices: Choices = {},
): Promise<INodePropertyOptions[]> =>
	await searched('a dropdown', loadOptions[method].call(editor(parameters, choices)));

const search = async (
	method: keyof typeof listSearch,
	filter = '',
	choices: Choices = {},
): Promise<INodeListSearchResult['results']> =>
	(await searched('a list', listSearch[method].call(editor({}, choices), filter))).results;

describe('the dropdown of time zones', () => {
	it('has the 90 of the service, each with the offset of today, without a credential', async () => {
		const zones = await options('getTimeZones', {}, { credential: false });
		expect(zones.map(({ value }) => value)).toEqual(TIME_ZONES);
		expect(zones.find(({ value }) => value === 'America/New_York')?.name).toBe(
			'America/New York (UTC-05:00), Eastern Time',
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
});

describe('the dropdown of fields', () => {
	const of = (definition: string, more: object = {}) => ({
		reportDefinitionName: byName(definition),
		...more,
	});
	const parameters = of('FundingDetailClass');
	const COLUMNS = new Set(CATALOG_FIELDS.map(({ wireName }) => wireName));
	const listedFor = async (definition: string): Promise<string[]> => {
		const { body } = await bench.sandbox.call<{ attributes: Array<{ id: string }> }>(
			'GET',
			`/reporting/v3/report-definitions/${definition}`,
		);
		return body.attributes.map(({ id }) => id);
	};

	it.each([
		['there is no credential', parameters, { credential: false }],
		['the type of report is an expression', of('={{ $json.type }}'), {}],
	])('is the catalog, marked as such, where %s', async (_, given, choices) => {
		const fields = await options('getReportFields', given, choices);
		expect(fields).toHaveLength(COLUMNS.size);
		expect(fields.every(({ name }) => name.endsWith(' (from the catalog)'))).toBe(true);
		expect(fields).toContainEqual({
			name: 'Application: Name (from the catalog)',
			value: 'Application.Name',
			description: 'Application used',
		});
	});

	it.each([
		['TransactionRequestClass', 'Payment Data: Amount', 'Amount'],
		['TransactionRequestClass', 'Request: Request ID', 'Request ID'],
		['TransactionRequestClass', 'Bill To: City', 'City'],
		['FundingDetailClass', 'Funding: Fee Amount', 'Amount'],
		['DepositDetailClass', 'Deposit / Event / Healthcare: Amount', 'Amount'],
	])('of %s shows %s first to who searches for %s', async (definition, name, words) => {
		const fields = await options('getReportFields', of(definition));
		const [first] = fields.filter((field) => field.name.includes(words));
		expect(first.name).toMatch(new RegExp(`^${name}`));
	});

	it.each([
		['fails', answer(400, 'Wrong')],
		['knows no attributes', { kind: 'status', status: 200, body: { attributes: null } }],
		['answers with nonsense', { kind: 'status', status: 200, body: { attributes: [null, 7] } }],
		['answers with nothing', { kind: 'status', status: 200, body: null }],
	] as const)('is the catalog, and no exception, where the service %s', async (_, fault) => {
		await bench.sandbox.control.fault({ ...fault, times: 20 });
		const fields = await options('getReportFields', parameters);
		expect(fields).toHaveLength(COLUMNS.size);
		expect(fields[0].name).toMatch(/ \(from the catalog\)$/);
	});

	it('is what the service lists for the type of report, and nothing else', async () => {
		for (const definition of ['FundingDetailClass', 'TransactionRequestClass']) {
			const fields = await options('getReportFields', of(definition));
			const listed = new Set(await listedFor(definition));
			expect(new Set(fields.map(({ value }) => value))).toEqual(listed);
			expect(fields).toHaveLength(listed.size);
		}
	});

	it('describes a field in the words of the specification, and never by its name only', async () => {
		const fields = await options('getReportFields', parameters);
		const entry = (value: string) => fields.find((field) => field.value === value);
		expect(entry('Funding.Status')?.description).toBe('S success, P pending, F failed');
		expect(entry('Funding.FundingDate')?.description).toBe('');
		const described = { id: 'Funding.Status', description: 'Of a shop' };
		const own = { id: 'Own', required: true, description: 'Of a shop' };
		const body = { attributes: [own, described] };
		await bench.sandbox.control.fault({ kind: 'status', status: 200, body });
		expect(await options('getReportFields', parameters)).toEqual([
			entry('Funding.Status'),
			{ name: 'Other: Own (required by the service)', value: 'Own', description: 'Of a shop' },
		]);
	});
});

it('the dropdown of report types by identifier has what the service lists', async () => {
	const types = await options('getReportDefinitionIds');
	expect(types).toHaveLength(18);
	expect(types).toContainEqual({
		name: 'Transaction Request Report',
		value: '210',
		description: 'Transaction Request Report',
	});
	const names = types.map(({ name }) => name);
	expect(names).toEqual([...names].sort());
	const reportDefinitions = [{ reportDefinitionName: 'New' }];
	await bench.sandbox.control.fault({ kind: 'status', status: 200, body: { reportDefinitions } });
	expect(await options('getReportDefinitionIds')).toEqual([]);
});

describe('the search for a report type', () => {
	it('finds the 18 without a credential', async () => {
		const types = await search('searchReportDefinitions', '', { credential: false });
		expect(types).toHaveLength(18);
		expect(types[0].name).toBe('Transaction Request Report');
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
	it('finds by a part of the name, in the order of names', async () => {
		for (const reportName of ['Zebra daily', 'apple daily', 'Other']) {
			await bench.sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
				body: {
					reportName,
					reportDefinitionName: 'TransactionRequestClass',
					reportFields: ['Request.RequestID'],
					timezone: 'GMT',
				},
			});
		}
		expect(await search('searchSubscriptions', '  DAILY')).toEqual([
			{ name: 'apple daily', value: 'apple daily' },
			{ name: 'Zebra daily', value: 'Zebra daily' },
		]);
	});

	it('tells why it cannot', async () => {
		await bench.sandbox.control.fault(answer(401, 'The token is no longer valid'));
		await expect(search('searchSubscriptions')).rejects.toThrow(/token is no longer valid/);
	});
});

describe('the search for a report', () => {
	it('tells name, end and state of the reports of the last 31 days, newest first', async () => {
		const older = await bench.sandbox.control.makeReport({
			...{ reportName: 'Older', rows: 1, reportStartTime: '2026-08-01T00:00:00Z' },
			reportEndTime: '2026-09-01T00:00:00Z',
		});
		await bench.sandbox.control.advanceClock('PT1H');
		const newer = await bench.sandbox.control.makeReport({
			reportName: 'Newer',
			status: 'RUNNING',
		});
		const { Settings } = await import('luxon');
		Settings.now = () => Date.parse('2026-11-10T14:00:00Z');
		expect(await search('searchReports')).toEqual([
			{ name: 'Newer, until 2026-11-10 (running)', value: newer.reportId },
			{ name: 'Older, until 2026-09-01 (completed)', value: older.reportId },
		]);
		expect(await search('searchReports', 'old')).toHaveLength(1);
	});

	it('goes by the identifier where there is no name, and leaves out what has none', async () => {
		const reportSearchResults = [{ reportId: 'r1', status: 'ERROR' }, { reportName: 'Not yet' }];
		await bench.sandbox.control.fault({
			kind: 'status',
			status: 200,
			body: { reportSearchResults },
		});
		const entry = { name: 'r1, until unknown (error)', value: 'r1' };
		expect(await search('searchReports')).toEqual([entry]);
	});
});
