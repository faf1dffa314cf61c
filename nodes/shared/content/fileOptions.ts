import type { INodeProperties } from 'n8n-workflow';

/** How a file of an unusual form is read: alphabetical, as n8n lists them. */
export const fileOptions: INodeProperties[] = [
	{
		displayName: 'First Line of a CSV Report',
		name: 'preamble',
		type: 'options',
		default: 'auto',
		description:
			'Whether a line with the report name, its period and the organization comes before the column names',
		options: [
			{ name: 'Column Names', value: 'no' },
			{ name: 'Detect Automatically', value: 'auto' },
			{ name: 'Report Details', value: 'yes' },
		],
	},
	{
		displayName: 'Include Wrapper Attributes',
		name: 'wrapperAttributes',
		type: 'boolean',
		default: false,
		description:
			'Whether the attributes of the elements around a row of an XML report, such as Batch.BatchID, become columns of each row',
	},
	{
		displayName: 'Repeated Elements',
		name: 'repeated',
		type: 'options',
		default: 'number',
		description:
			'What to do with elements that repeat within a row of an XML report, such as line items',
		options: [
			{
				name: 'Number Them',
				value: 'number',
				description: 'Columns LineItem.Quantity, LineItem.2.Quantity, LineItem.3.Quantity',
			},
			{
				name: 'One Row Each',
				value: 'rows',
				description: 'Repeats the row for each of them, with the same values in the other columns',
			},
		],
	},
	{
		displayName: 'Row Element',
		name: 'rowElement',
		type: 'string',
		default: '',
		placeholder: 'e.g. Request',
		description: 'The XML element that makes a row. Empty to find it.',
	},
	{
		displayName: 'Short Rows',
		name: 'shortRows',
		type: 'options',
		default: 'error',
		description: 'What to do with a row of a CSV report that has fewer cells than columns, or more',
		options: [
			{ name: 'Fill With Empty Cells', value: 'pad', description: 'Extra cells are an error' },
			{ name: 'Stop With an Error', value: 'error', description: 'The error names the row' },
		],
	},
];
