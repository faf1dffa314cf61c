import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../shared/node/fields';
import { concurrencyOption, requestOptions } from '../../shared/node/requestOptions';

/** The Options of an action: its own ones and those that every request has. */
export const optionsOf = (...own: INodeProperties[]): INodeProperties =>
	optionsField(...own, concurrencyOption, ...requestOptions);

/** For what puts out invoices. */
export const amountsOption: INodeProperties = {
	displayName: 'Amounts As',
	name: 'amountsAs',
	type: 'options',
	default: 'text',
	description:
		'How to return amounts. Spreadsheets add up only numbers. An amount with more than 15 digits stays text, so that no digit is lost.',
	options: [
		{ name: 'Exact Text', value: 'text', description: 'Such as "100.50"' },
		{ name: 'Numbers', value: 'number', description: 'Such as 100.5' },
	],
};
