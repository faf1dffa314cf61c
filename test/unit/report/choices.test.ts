import { readContentChoices } from '../../../nodes/shared/content/choices';

const read = (fields: Record<string, unknown>) =>
	readContentChoices((name, fallback) => (name in fields ? fields[name] : fallback));

const filter = (condition: Record<string, unknown>) => ({
	options: { rowFilter: { conditions: [condition] } },
});
const format = (values: Record<string, unknown>) => ({ options: { fileFormat: { values } } });

describe('What a report is to become', () => {
	it.each([
		['a condition', filter({ column: 'Card', comparison: 'contains', value: undefined }), 'Value'],
		['a condition', filter({ column: 'Card', value: 'Invalid DateTime' }), 'condition 1'],
		['a condition', filter({ column: null, value: 'VI' }), 'Column'],
		['a condition', filter({ column: {}, value: 'VI' }), 'condition 1'],
		['the form of a file', format({ preamble: undefined }), 'Preamble'],
		['the form of a file', format({ rowElement: {} }), 'Row Element'],
		['the groups', { output: 'totals', groupBy: undefined }, 'Group By'],
		['the columns', { options: { columns: {} } }, 'Columns to Keep'],
	])('is refused where an expression leaves %s without a value: %j', (_what, fields, named) => {
		expect(() => read(fields)).toThrow(named);
	});

	it('is what was entered, and the default where nothing was', () => {
		const { read: choices } = read(filter({ column: 'Card', comparison: 'empty' }));
		expect(choices.filters).toEqual([{ column: 'Card', comparison: 'empty', value: '' }]);
		expect(read(format({ preamble: '', rowElement: ' Request ' })).read).toMatchObject({
			preamble: 'auto',
			rowElement: 'Request',
		});
	});

	it.each(['totals', 'workbook'])('is refused as %s where rows repeat their amounts', (output) => {
		const fields = { output, ...format({ repeated: 'rows' }) };
		expect(() => read(fields)).toThrow('Repeated Elements: One Row Each repeats the amounts');
		expect(read({ ...fields, output: 'rows' }).read.repeated).toBe('rows');
	});
});
