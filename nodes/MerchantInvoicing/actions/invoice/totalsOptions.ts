import type { INodeProperties } from 'n8n-workflow';

import { readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Basis } from '../../invoice/basis';
import { BASES } from '../../invoice/basis';

export const totalsDifferOption: INodeProperties = {
	displayName: 'When Totals Do Not Add Up',
	name: 'totalsMismatch',
	type: 'options',
	default: 'warning',
	description:
		'What to do when an amount that you entered is not what the line items, discounts, taxes and freight add up to in any known way',
	options: [
		{ name: 'Stop With an Error', value: 'error', description: 'Nothing is sent' },
		{ name: 'Warn and Go On', value: 'warning', description: 'Your amount is sent as it is' },
	],
};

/** The three parts of how taxes are worked out. */
export const basisOptions: INodeProperties[] = [
	{
		displayName: 'Tax Basis',
		name: 'taxBasis',
		type: 'options',
		default: 'afterDiscount',
		description: 'What a tax rate is applied to',
		options: [
			{ name: 'Amount After Discount', value: 'afterDiscount' },
			{ name: 'Amount Before Discount', value: 'beforeDiscount' },
			{ name: 'Included in the Prices', value: 'included', description: 'Nothing is added' },
		],
	},
	{
		displayName: 'Tax Rounding',
		name: 'taxRounding',
		type: 'options',
		default: 'total',
		description: 'Where the tax of a rate of the whole invoice is rounded',
		options: [
			{ name: 'Line by Line', value: 'line', description: 'Each line, then added up' },
			{ name: 'On the Total', value: 'total', description: 'Once, on the whole' },
		],
	},
	{
		displayName: 'Tax on Freight',
		name: 'freightTax',
		type: 'options',
		default: 'ownRate',
		description: 'The rate for freight that is taxable and has no Freight Tax Rate',
		options: [
			{ name: 'No Tax', value: 'ownRate' },
			{ name: 'Tax Rate of the Invoice', value: 'invoiceRate' },
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
