import type { INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/hint';
import type { Run } from '../../../shared/node/resource';

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

/** The first ones of a list. Where there are more, a notice above the output says so. */
export function firstOf<Entry>(
	run: Run,
	entries: readonly Entry[],
	limit: number,
	words: string,
): Entry[] {
	if (entries.length > limit) tell(run, `These are ${limit} of ${entries.length} ${words}.`);
	return entries.slice(0, limit);
}

/** For a list of which only so many were asked for. */
export const tellLimit = (run: Run, limit: number, words: string): string =>
	tell(run, `These are the first ${limit} ${words}, and there are more.`);

function tell({ context }: Run, words: string): string {
	const message = `${words} Turn on Return All to get all of them.`;
	showHint(context, message, { type: 'info' });
	return message;
}
