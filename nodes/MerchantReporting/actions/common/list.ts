import type { INodeProperties } from 'n8n-workflow';

import { REPORT_FORMATS, REPORT_FREQUENCIES } from '../../../shared/catalog/definitions';
import { showHint } from '../../../shared/node/errors';
import type { Run } from '../../../shared/node/resource';

export const reportFormat = (description: string): INodeProperties => ({
	displayName: 'Format',
	name: 'reportMimeType',
	type: 'options',
	default: 'text/csv',
	description,
	options: REPORT_FORMATS,
});

export const frequencyFilter: INodeProperties = {
	displayName: 'Frequency',
	name: 'reportFrequency',
	type: 'options',
	default: 'DAILY',
	description: 'Only reports that are made this often',
	options: REPORT_FREQUENCIES,
};

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
