import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	optionalText,
	type Parameters,
	readCollection,
	readNonNull,
	readNonNullCollection,
	readLimit,
	readOptions,
	readLocatorValue,
	readText,
} from '../../../nodes/shared/node/parameters';
import { ParameterReader } from '../../../nodes/shared/node/resource';
import { runProbe } from '../transport/probe';

const ITEM = {
	text: 'a',
	empty: '',
	number: 0,
	decimal: 12.5,
	flag: false,
	nothing: null,
	list: [1, '2'],
	deep: { er: { text: 'b' } },
	'with space': 'c',
};

const FIELDS: Record<string, unknown> = {
	constant: 'plain',
	constantObject: { a: [1, { b: 'c' }] },
	locator: { __rl: true, mode: 'list', value: 'USD' },
	text: '={{ $json.text }}',
	tight: '={{$json.text}}',
	empty: '={{ $json.empty }}',
	number: '={{ $json.number }}',
	decimal: '={{ $json.decimal }}',
	flag: '={{ $json.flag }}',
	nothing: '={{ $json.nothing }}',
	list: '={{ $json.list }}',
	deep: '={{ $json.deep.er.text }}',
	object: '={{ $json.deep }}',
	missing: '={{ $json.absent }}',
	missingDeep: '={{ $json.text.length }}',
	quoted: '={{ $json["with space"] }}',
	computed: '={{ $json.text + 1 }}',
	mixed: '=x{{ $json.text }}',
	followed: '={{ $json.text }}-{{ $json.number }}',
	nested: { inner: '={{ $json.text }}', fixed: 1 },
};

const property = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: typeof FIELDS[name] === 'object' ? 'json' : 'string',
	default: '',
});

describe('an optional text', () => {
	it.each([
		[undefined, undefined],
		[null, undefined],
		[' ', undefined],
		[' Lee ', 'Lee'],
		[7, '7'],
	])('%p is %p', (value, text) => {
		expect(optionalText(value)).toBe(text);
	});

	it.each([{ name: 'Lee' }, ['Lee'], true, NaN, Infinity, 'undefined', 'Invalid DateTime'])(
		'%p is refused, and does not count as empty',
		(value) => {
			expect(() => optionalText(value, 'Customer')).toThrow('Customer: must be text, not');
			const fields = { parameter: () => value };
			expect(() => readText(fields, 'orderId')).toThrow('Order ID: must be text, not');
			expect(() => readLocatorValue(fields, 'reportName')).toThrow(
				'Report Name: must be text, not',
			);
		},
	);
});

it('a list with expressions is calculated once for each item, however often its options are looked up', () => {
	const NAMES = ['concurrency'];
	const calculates = jest.fn((_name: string, index: number) => ({ concurrency: index + 1 }));
	const context = {
		getNode: () => ({ parameters: { additionalFields: { concurrency: '={{ $itemIndex + 1 }}' } } }),
		getInputData: () => [{ json: {} }, { json: {} }],
		getNodeParameter: calculates,
	} as unknown as IExecuteFunctions;
	const parameters = new ParameterReader(context);
	for (const index of [0, 1]) {
		const item = { parameter: parameters.of(index) };
		expect([readOptions(item, NAMES), readOptions(item, NAMES)]).toEqual(
			Array(2).fill({ concurrency: index + 1 }),
		);
	}
	expect(calculates).toHaveBeenCalledTimes(2);
});

describe('a field of a collection whose expression gives nothing', () => {
	const READERS: Record<string, (item: Parameters) => IDataObject> = {
		options: readOptions,
		reportFilters: (item) => readNonNullCollection(item, 'reportFilters'),
		additionalFields: (item) => readCollection(item, 'additionalFields'),
	};
	const runWith = async (collection: string, expression: string) =>
		await runProbe(
			{
				carryOut: async (item) => [{ json: READERS[collection](item) }],
				properties: [
					{
						displayName: collection,
						name: collection,
						type: 'collection',
						default: {},
						options: [property('organizationId')],
					},
				],
			},
			{
				parameters: { [collection]: { organizationId: expression } },
				input: [{ present: 'merchant_one', nothing: null }],
			},
		);

	it.each(['options', 'reportFilters'])('is refused in %s', async (collection) => {
		for (const name of ['absent', 'nothing']) {
			const { error } = await runWith(collection, `={{ $json.${name} }}`);
			expect(error?.message).toContain('Organization ID: has no value');
		}
		const { items } = await runWith(collection, '={{ $json.present }}');
		expect(items[0].json).toEqual({ organizationId: 'merchant_one' });
	});

	it('is refused however deep it is, and a date is not taken apart', () => {
		const read = (options: unknown) => readOptions({ parameter: () => options });
		const rowFilter = { conditions: [{ column: 'Card' }, { column: 'Amount', value: null }] };
		expect(() => read({ rowFilter })).toThrow('Row Filter, Conditions, 2, Value: has no value');
		const since = { since: DateTime.utc(2026, 3, 1) };
		expect(read({ since })).toEqual({ since });
	});

	it('is refused where it would mean the default of a field that decides', () => {
		const nothing = { parameter: () => undefined };
		expect(() => readNonNull(nothing, 'periodTimeZone', 'workflow')).toThrow(
			'Period Time Zone: has no value',
		);
		expect(() => readLimit({ parameter: (name) => (name === 'returnAll' ? false : null) })).toThrow(
			'Limit: has no value',
		);
		expect(readNonNull({ parameter: () => '' }, 'groupBy', 'x')).toBe('');
	});

	it('is left out of data, where a row may lack a column', async () => {
		expect((await runWith('additionalFields', '={{ $json.absent }}')).error).toBeUndefined();
	});
});

describe('the fields of a node', () => {
	it.each(Object.keys(FIELDS))('have the value that n8n itself gives them: %s', async (name) => {
		const { items, error } = await runProbe(
			{
				carryOut: async ({ context, index, parameter }) => [
					{
						json: {
							ours: JSON.stringify([parameter(name, 'fallback')]),
							again: JSON.stringify([parameter(name, 'fallback')]),
							theirs: JSON.stringify([context.getNodeParameter(name, index, 'fallback')]),
						},
					},
				],
				properties: Object.keys(FIELDS).map(property),
			},
			{ parameters: FIELDS as IDataObject, input: [ITEM, { ...ITEM, text: 'second' }] },
		);
		expect(error).toBeUndefined();
		for (const { json } of items) {
			expect(json.ours).toBe(json.theirs);
			expect(json.again).toBe(json.theirs);
			if (!name.startsWith('missing')) expect(json.ours).not.toContain('fallback');
		}
	});

	it('are refused by n8n where they reach for what every object has', async () => {
		const { error } = await runProbe(
			{
				carryOut: async ({ parameter }) => [{ json: { value: parameter('own') as string } }],
				properties: [property('own')],
			},
			{ parameters: { own: '={{ $json.constructor }}' }, input: [{ constructor: 'own' }] },
		);
		expect(error?.message).toContain('constructor');
	});

	it('that are not shown have the fallback', async () => {
		const { items } = await runProbe(async ({ parameter }) => [
			{ json: { value: parameter('hidden', 'none') as string } },
		]);
		expect(items[0].json.value).toBe('none');
	});

	it('are not shared between items', async () => {
		const { items, error } = await runProbe(
			{
				carryOut: async ({ parameter }) => {
					const list = parameter('list') as string[];
					list.push('changed');
					return [{ json: { count: list.length } }];
				},
				properties: [{ displayName: 'List', name: 'list', type: 'json', default: [] }],
			},
			{ parameters: { list: ['a'] }, input: [{}, {}] },
		);
		expect(error?.message).toBeUndefined();
		expect(items.map(({ json }) => json.count)).toEqual([2, 2]);
	});
});
