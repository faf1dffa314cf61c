import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../../nodes/MerchantReporting/actions/operations';
import { byId, byName, json, useBench } from './harness';

const bench = useBench({ quarter: true });
const FOLDER = join(__dirname, '../../../nodes/MerchantReporting/__schema__/v1.0.0');

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const typeOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Where a value is not what its schema says: the path to it, and what it is. */
const differences = (value: unknown, schema: Schema | undefined, path: string): string[] => {
	if (schema === undefined) return [`${path} is not in the schema`];
	const type = typeOf(value);
	if (type !== 'null' && ![schema.type].flat().includes(type)) return [`${path} is ${type}`];
	if (Array.isArray(value)) {
		return value.flatMap((entry) => differences(entry, schema.items, `${path}[]`));
	}
	if (type !== 'object') return [];
	return Object.entries(value as IDataObject).flatMap(([key, inner]) =>
		differences(inner, schema.properties?.[key], `${path}.${key}`),
	);
};

const DEFAULT_FIELDS = { reportDefinitionName: byName('TransactionRequestClass') };
const WEEK = { period: 'last7Days', periodTimeZone: 'GMT' };

const ACTIONS: Array<[string, string, () => Promise<IDataObject>]> = [
	['reportDefinition', 'get', async () => DEFAULT_FIELDS],
	['reportDefinition', 'getAll', async () => ({})],
	[
		'reportSubscription',
		'upsert',
		async () => ({ ...DEFAULT_FIELDS, reportName: byName('Previewed'), timeZone: 'GMT' }),
	],
	['reportSubscription', 'get', async () => ({ reportName: byName('Previewed') })],
	['reportSubscription', 'getAll', async () => ({})],
	['reportSubscription', 'delete', async () => ({ reportName: byName('Previewed') })],
	['report', 'getAll', async () => ({ ...WEEK, period: 'today' })],
	['report', 'get', async () => ({ report: byId(await madeReport()) })],
	['report', 'downloadById', async () => ({ report: byId(await madeReport()) })],
	[
		'report',
		'downloadByName',
		async () => {
			await madeReport();
			return { reportName: byName('Made'), reportDate: '2026-11-10' };
		},
	],
	[
		'report',
		'createOneTime',
		async () => ({ ...DEFAULT_FIELDS, ...WEEK, reportName: 'Once', wait: false }),
	],
	['onDemandReport', 'conversionDetail', async () => WEEK],
	['onDemandReport', 'netFunding', async () => WEEK],
	['onDemandReport', 'paymentBatchSummary', async () => WEEK],
	['onDemandReport', 'purchaseRefundDetail', async () => WEEK],
];

const madeReport = async (): Promise<string> => {
	const { body } = await bench.sandbox.call<{
		attributes: Array<{ id: string; default: boolean }>;
	}>('GET', '/reporting/v3/report-definitions/TransactionRequestClass');
	const reportFields = body.attributes.flatMap((field) => (field.default ? field.id : []));
	return (await bench.sandbox.control.makeReport({ reportName: 'Made', rows: 5, reportFields }))
		.reportId;
};

describe('the preview of the output', () => {
	it('exists for every action, and for nothing else', () => {
		const files = readdirSync(FOLDER).flatMap((resource) =>
			readdirSync(join(FOLDER, resource)).map((file) => `${resource}/${file}`),
		);
		const actions = Object.entries(operations).flatMap(([resource, ops]) =>
			Object.keys(ops ?? {}).map((operation) => `${resource}/${operation}.json`),
		);
		expect(files.sort()).toEqual(actions.sort());
		expect(ACTIONS.map(([resource, operation]) => `${resource}/${operation}.json`).sort()).toEqual(
			actions,
		);
	});

	it.each(ACTIONS)(
		'of %s, %s is what the action really returns',
		async (resource, operation, given) => {
			const file = join(FOLDER, resource, `${operation}.json`);
			expect(existsSync(file)).toBe(true);
			const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
			const items = json(await bench.act(resource, operation, await given()));
			expect(items.length).toBeGreaterThan(0);
			expect([...new Set(items.flatMap((item) => differences(item, schema, 'json')))]).toEqual([]);
		},
	);
});
