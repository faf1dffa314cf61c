import type { INodeProperties } from 'n8n-workflow';

import { readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Basis } from '../../invoice/basis';
import { BASES, BASIS_OPTIONS } from '../../invoice/basis';

export const totalsDifferOption: INodeProperties = {
	displayName: 'When Totals Do Not Add Up',
	name: 'totalsMismatch',
	type: 'options',
	default: 'warning',
	description:
		'What to do when an amount that you entered does not match the line items, discounts, taxes and freight',
	options: [
		{ name: 'Stop With an Error', value: 'error', description: 'Nothing is sent' },
		{ name: 'Warn and Continue', value: 'warning', description: 'Your amount is sent unchanged' },
	],
};

const { tax: TAX, per: PER, freight: FREIGHT } = BASIS_OPTIONS;

/** The three parts of how taxes are calculated. */
export const basisOptions: INodeProperties[] = [
	{
		displayName: TAX.label,
		name: 'taxBasis',
		type: 'options',
		default: 'afterDiscount',
		description: 'What a tax rate is applied to',
		options: [
			{ name: TAX.choices.afterDiscount, value: 'afterDiscount' },
			{ name: TAX.choices.beforeDiscount, value: 'beforeDiscount' },
			{ name: TAX.choices.included, value: 'included', description: 'Nothing is added' },
		],
	},
	{
		displayName: PER.label,
		name: 'taxRounding',
		type: 'options',
		default: 'total',
		description:
			'Where the tax of a rate of the whole invoice is rounded. After a discount in money it is always on the total.',
		options: [
			{ name: PER.choices.line, value: 'line', description: 'Each line, then added up' },
			{ name: PER.choices.total, value: 'total', description: 'Once, on the whole' },
		],
	},
	{
		displayName: FREIGHT.label,
		name: 'freightTax',
		type: 'options',
		default: 'ownRate',
		description: 'The rate for freight that is taxable and has no Freight Tax (%)',
		options: [
			{ name: FREIGHT.choices.ownRate, value: 'ownRate' },
			{ name: FREIGHT.choices.invoiceRate, value: 'invoiceRate' },
		],
	},
];

/** The basis that the user chose; undefined where none was chosen. */
export function readBasis(item: Item): Basis | undefined {
	const { taxBasis, taxRounding, freightTax } = readOptions(item);
	if ([taxBasis, taxRounding, freightTax].every((choice) => choice === undefined)) return undefined;
	const [usual] = BASES;
	return BASES.find(
		({ tax, per, freight }) =>
			tax === (taxBasis ?? usual.tax) &&
			per === (taxRounding ?? usual.per) &&
			freight === (freightTax ?? usual.freight),
	);
}
