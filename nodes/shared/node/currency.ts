import type { INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { CURRENCIES } from '../currencies';
import { editorMethod } from './editor';

/** A searchable list of ISO 4217, or a code from data. */
export const currencyField: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
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

/** What the list of the field offers, for the methods of a node. */
export const searchCurrencies = editorMethod(
	async (_run, filter?: string): Promise<INodeListSearchResult> => {
		const names = new Intl.DisplayNames(['en'], { type: 'currency' });
		return {
			results: CURRENCIES.map(({ code }) => ({
				name: `${code} – ${names.of(code)}`,
				value: code,
			})).filter(({ name }) => name.toLowerCase().includes((filter ?? '').trim().toLowerCase())),
		};
	},
);
