import type { INodePropertyOptions } from 'n8n-workflow';
import { outputFieldsFor, readOutput, applyOutput } from '../../../nodes/shared/node/output';

const NAMES = ['id', ...Array.from({ length: 14 }, (_, index) => `field${index + 1}`)];
const row = () => Object.fromEntries(NAMES.map((name) => [name, name.toUpperCase()]));
const entity = { raw: true };
const chosen = (parameters: Record<string, unknown>) =>
	readOutput({ parameter: (name, fallback) => parameters[name] ?? fallback });

describe('the output of an action', () => {
	it('is simplified unless chosen otherwise: the ten most used fields', () => {
		expect(Object.keys(applyOutput(entity, chosen({}), row))).toEqual(NAMES.slice(0, 10));
	});

	it('is all that the service returns, where raw', () => {
		expect(applyOutput(entity, chosen({ itemOutput: 'raw' }), row)).toEqual(entity);
	});

	it('is what identifies it and the selected fields, in the order of the row', () => {
		const output = chosen({ itemOutput: 'selected', itemFields: ['field12', 'field3'] });
		expect(Object.keys(applyOutput(entity, output, row))).toEqual(['id', 'field3', 'field12']);
	});

	it('offers every field but the one that is always there', () => {
		const [, fields] = outputFieldsFor(NAMES);
		const values = (fields.options as INodePropertyOptions[]).map(({ value }) => value);
		expect(values.sort()).toEqual(NAMES.slice(1).sort());
	});
});
