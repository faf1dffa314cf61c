import type { INodeListSearchResult } from 'n8n-workflow';

import { CURRENCIES } from '../money';
import { editorMethod } from './editor';
import { locatorField } from './fields';

/** A searchable list of ISO 4217, or a code from data. */
export const currencyField = locatorField('Currency', 'currency', 'searchCurrencies', [
	{
		displayName: 'By Code',
		name: 'code',
		placeholder: 'e.g. USD',
		hint: 'Three letters, ISO 4217',
	},
]);

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
