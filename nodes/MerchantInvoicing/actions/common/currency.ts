import type { INodeProperties } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';

/** A searchable list of ISO 4217, or a code from data. */
export const currencyField: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'resourceLocator',
	default: { mode: 'list', value: 'USD', cachedResultName: 'USD – US Dollar' },
	description: 'The currency of all amounts on the invoice',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCurrencies', searchable: true },
		},
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. USD',
			hint: 'Three letters, ISO 4217',
		},
	],
};

export const readCurrency = ({ parameter }: ItemRun): unknown =>
	parameter('currency', undefined, { extractValue: true });
