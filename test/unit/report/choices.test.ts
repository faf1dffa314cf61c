import type { INodeProperties } from 'n8n-workflow';
import {
	contentFields,
	contentOptions,
	onDemandOptions,
	OUTPUTS_OF_JSON_REPORTS,
	readContentChoices,
} from '../../../nodes/shared/content/choices';

const read = (fields: Record<string, unknown>) =>
	readContentChoices((name, fallback) => (name in fields ? fields[name] : fallback));

const filter = (condition: Record<string, unknown>) => ({
	options: { rowFilter: { conditions: [condition] } },
});

describe('What a report is to become', () => {
	it.each([
		['a condition', filter({ column: 'Card', comparison: 'contains', value: undefined }), 'Value'],
		['a condition', filter({ column: 'Card', value: 'Invalid DateTime' }), 'condition 1'],
		['a condition', filter({ column: null, value: 'VI' }), 'Column'],
		['a condition', filter({ column: 'Card', comparison: '', value: 'VI' }), 'Comparison'],
		['a condition', filter({ column: {}, value: 'VI' }), 'condition 1'],
		['the groups', { output: 'totals', groupBy: undefined }, 'Group By'],
		['the columns', { options: { columns: {} } }, 'Columns to Keep'],
	])('is refused where an expression leaves %s without a value: %j', (_what, fields, named) => {
		expect(() => read(fields)).toThrow(named);
	});

	it('is what was entered', () => {
		const { read: choices } = read(filter({ column: 'Card', comparison: 'empty' }));
		expect(choices.filters).toEqual([{ column: 'Card', comparison: 'empty', value: '' }]);
		const usual = read({ options: { ...filter({ column: 'A' }).options, addColumns: ['period'] } });
		expect(usual).toMatchObject({ output: 'rows', batchSize: 10_000, format: 'xlsx' });
		expect(usual.read).toMatchObject({
			filters: [{ column: 'A', comparison: 'equals', value: '' }],
			metadataColumns: ['reportName', 'periodStart', 'periodEnd', 'reportCompletedTime'],
			...{ addsKind: false, amounts: 'text', timeZone: '' },
		});
	});

	it('is free of options that are left over from another output', () => {
		const { options } = filter({});
		expect(read({ output: 'file', options }).read.filters).toEqual([]);
		expect(read({ output: 'totals', options: { columns: 'Card' } }).read.columns).toEqual([]);
	});
});

describe('The form of a report', () => {
	const valuesOf = (fields: INodeProperties[], name: string) =>
		fields.find((field) => field.name === name)?.options?.map((one) => 'value' in one && one.value);

	it.each([
		['rows', 'rowFilter columns showTimesIn amounts addColumns'],
		['oneBatch', 'cursor batchSize rowFilter columns showTimesIn amounts addColumns'],
		['totals', 'groupBy rowFilter amounts'],
		['workbook', 'groupBy rowFilter columns showTimesIn spreadsheetFormat binaryPropertyName'],
		['file', 'binaryPropertyName'],
	])('asks for %s: %s', (output, names) => {
		const fields = [...contentFields({}, { isInBatches: true }), ...contentOptions()];
		const shown = fields.filter(({ displayOptions: { show = {} } = {} }) =>
			(show.output ?? show['/output'])?.includes(output),
		);
		expect(shown.map(({ name }) => name).join(' ')).toBe(names);
		expect(valuesOf(fields, 'output')).toContain(output);
	});

	it('offers no file of what comes as JSON, nor a batch or an amount of what has none', () => {
		const json = contentFields({}, { outputs: OUTPUTS_OF_JSON_REPORTS });
		expect(valuesOf(json, 'output')).toEqual(['workbook', 'rows', 'totals']);
		expect(valuesOf(onDemandOptions(false), 'addColumns')).toEqual(['all', 'period']);
		expect(valuesOf(onDemandOptions(true), 'addColumns')).toEqual(['all', 'kind', 'period']);
		const added = contentOptions().find(({ name }) => name === 'addColumns');
		expect(added?.default).toEqual(['period']);
	});
});
