import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../node/currency';
/** A spreadsheet has its own way with these. */
const notInSpreadsheets: INodeProperties['displayOptions'] = {
	hide: { '/output': ['workbook', 'spreadsheetCsv'] },
};

/** How the cells of a report come out: alphabetical, as n8n lists them. */
export const valueOptions: INodeProperties[] = [
	{
		displayName: 'Amount Columns',
		name: 'amountColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. Amount, FeeAmount',
		description:
			'Columns to read as amounts, separated by commas or as a list. Leave empty for those that the field catalog or their name marks as amounts, such as FeeAmount or ccAuthReply_amount.',
	},
	{
		displayName: 'Amounts',
		name: 'amounts',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'text',
		description: 'How to return amounts',
		options: [
			{
				name: 'Minor Units',
				value: 'minorUnits',
				description:
					'Whole numbers in cents, pence or yen, with the currency in the next column: 12.50 is 1250',
			},
			{
				name: 'Numbers',
				value: 'number',
				description: 'Numbers to calculate with. More than 15 digits is an error.',
			},
			{ name: 'Text', value: 'text', description: 'Exactly as in the report' },
		],
	},
	{
		...currencyField,
		description:
			'The currency of amounts that have no currency column. You need it for amounts in minor units, for totals, and for the decimals of a workbook.',
	},
	{
		displayName: 'Empty Cells',
		name: 'emptyCells',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'text',
		description: 'What to return for an empty cell',
		options: [
			{ name: 'Empty Text', value: 'text' },
			{ name: 'Null', value: 'null' },
		],
	},
	{
		displayName: 'Spreadsheet Formulas',
		name: 'formulas',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'keep',
		description:
			'What to do with text that a spreadsheet could run as a formula because it starts with =, +, -, @, a tab or a line break. Amounts do not change.',
		options: [
			{ name: 'Keep', value: 'keep', description: 'Exactly as in the report' },
			{ name: 'Neutralize', value: 'apostrophe', description: 'Put an apostrophe before it' },
		],
	},
	{
		displayName: 'Time Columns',
		name: 'timeColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. LocalizedRequestDate',
		description:
			'Columns to read as times, separated by commas or as a list. Leave empty for those that the field catalog or their name marks as times, such as ChargebackTime or request_date.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: 'UTC',
		placeholder: 'e.g. America/New_York',
		description: 'The zone of times that do not name their own, and of the dates in a spreadsheet',
	},
	{
		displayName: 'Times',
		name: 'times',
		type: 'options',
		displayOptions: notInSpreadsheets,
		default: 'text',
		description: 'How to return times',
		options: [
			{
				name: 'ISO 8601',
				value: 'iso',
				description: 'For example 2026-03-01T08:30:00+01:00; a date stays a date',
			},
			{ name: 'Text', value: 'text', description: 'Exactly as in the report' },
		],
	},
];
