import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../shared/node/parameters';
import { readOptions } from '../shared/node/parameters';
import { readMoment, showInput } from '../shared/period/moment';
import { refusal } from '../shared/problem';

/** From when to when events are handed over again, in milliseconds of n8n's clock. */
export interface ReplayRange {
	from: number;
	/** What comes later is handed over as usual. */
	until: number;
}

/** What is kept of a replay: that it was asked for, and how far it is. */
export interface ReplayRecord extends ReplayRange {
	isDone: boolean;
	/** What the event keeps of it. */
	state?: unknown;
}

export const replayOption: INodeProperties = {
	displayName: 'Replay From',
	name: 'replayFrom',
	type: 'dateTime',
	// A date that an expression moves on would be another one in each poll.
	noDataExpression: true,
	default: '',
	description:
		'Returns again what happened from this moment until now, once for each date that you enter. The items have "isReplay" and their first eventId.',
};

/** The moment that the user entered. */
export function readReplay(fields: Parameters, zone: string, now: number): number | undefined {
	const { replayFrom } = readOptions(fields);
	if (replayFrom === undefined || replayFrom === null || replayFrom === '') return undefined;
	const from = readMoment(replayFrom, zone)?.at.toMillis();
	const field = replayOption.displayName;
	if (from === undefined) {
		throw refusal(`${showInput(replayFrom)} is not a date`, 'Pick a date and time.', field);
	}
	if (from > now) {
		throw refusal(
			`${showInput(replayFrom)} is in the future`,
			'Pick a date and time in the past, or remove the option.',
			field,
		);
	}
	return from;
}

/**
 * The replay to go on with: the one that was begun, or a new one where the user has entered another date.
 * Where the user has removed the date, it ends.
 */
export function replayOf(
	from: number | undefined,
	before: ReplayRecord | undefined,
	now: number,
): ReplayRecord | undefined {
	if (from === undefined) return before && done(before);
	return from === before?.from ? before : { from, until: now, isDone: false };
}

export const done = ({ from, until }: ReplayRange): ReplayRecord => ({ from, until, isDone: true });

export const asReplay = (items: readonly INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item) => ({ ...item, json: { ...item.json, isReplay: true } }));
