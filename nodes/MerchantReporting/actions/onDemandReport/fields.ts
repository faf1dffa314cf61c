import type { INodeProperties } from 'n8n-workflow';

export const JSON_FORMAT = 'application/json';

/** For the two reports that the service gives in three formats. */
export const formatField: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'application/json',
	description: 'The format to ask the service for',
	options: [
		{ name: 'CSV', value: 'text/csv' },
		{ name: 'JSON', value: 'application/json' },
		{ name: 'XML', value: 'application/xml' },
	],
};

export const FILE_FORMATS = ['text/csv', 'application/xml'];

export const rowsField: INodeProperties = {
	displayName: 'Output',
	name: 'rowsOutput',
	type: 'options',
	default: 'rowsAndTotals',
	description: 'What to return',
	options: [
		{ name: 'Rows', value: 'rows', description: 'One item per row, flat' },
		{
			name: 'Rows and Totals',
			value: 'rowsAndTotals',
			description: 'One item per row, then one per total, told apart by "rowType"',
		},
		{ name: 'Totals', value: 'totals', description: 'Only the totals' },
		{
			name: 'Whole Object',
			value: 'object',
			description: 'The answer of the service in one item, as it is',
		},
	],
};

export const groupNameOption: INodeProperties = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	description: 'Only merchants of this group, as it is named in the merchant portal',
};
