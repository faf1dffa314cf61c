import type { INodeProperties } from 'n8n-workflow';

const FORMATS = [
	{ name: 'CSV', value: 'text/csv' },
	{ name: 'XML', value: 'application/xml' },
];

/** A choice of the two formats that a generated report can have. */
export const reportFormat = (description: string): INodeProperties => ({
	displayName: 'Format',
	name: 'reportMimeType',
	type: 'options',
	default: 'text/csv',
	description,
	options: FORMATS,
});

/** A filter by how often reports are made. `more`: frequencies that only some lists know. */
export const frequencyFilter = (
	...more: Array<{ name: string; value: string }>
): INodeProperties => ({
	displayName: 'Frequency',
	name: 'reportFrequency',
	type: 'options',
	default: 'DAILY',
	description: 'Only reports that are made this often',
	options: [
		{ name: 'Custom Interval', value: 'USER_DEFINED' },
		{ name: 'Daily', value: 'DAILY' },
		{ name: 'Monthly', value: 'MONTHLY' },
		...more,
		{ name: 'Weekly', value: 'WEEKLY' },
	],
});
