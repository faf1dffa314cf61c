import type { INodeProperties } from 'n8n-workflow';

import { readNames } from '../shared/names';
import type { Parameters } from '../shared/node/parameters';
import { read, readCount, readOptions } from '../shared/node/parameters';
import { requestOptions } from '../shared/node/requestOptions';

import { healthOption } from './health';

/** What the first activation hands over; it is asked once, when there is no state yet. */
export type Start = { kind: 'now' } | { kind: 'days'; days: number } | { kind: 'everything' };

/** What the user chooses for any event. */
export interface Common {
	start: Start;
	/** About how many events one poll returns at most. */
	limit: number;
	/** The time zone of the workflow. */
	zone: string;
}

const DAY = 86_400_000;
const DEFAULT_DAYS = 7;
const DAYS = { minValue: 1, maxValue: 3650 };

/** `existing`: what the days go by, for each event. */
export const startFields = (existing: readonly string[]): INodeProperties[] => [
	{
		displayName: 'On First Activation',
		name: 'start',
		type: 'options',
		default: 'now',
		description: 'Which existing events to return when you first activate the workflow',
		options: [
			{ name: 'Only New Events', value: 'now' },
			{ name: 'New Events and the Last Days', value: 'days' },
			{ name: 'All Events', value: 'everything' },
		],
	},
	{
		displayName: 'Days',
		name: 'startDays',
		type: 'number',
		typeOptions: DAYS,
		default: DEFAULT_DAYS,
		description: `How many days back: ${existing.join(' and ')} since then`,
		displayOptions: { show: { start: ['days'] } },
	},
];

/** Of one poll; the next polls return the rest. */
export const PORTION = { limit: 500 };

export const commonOptions = [healthOption, ...requestOptions];

export const readCommon = (fields: Parameters, zone: string): Common => ({
	start: readStart(fields),
	...PORTION,
	zone,
});

/** A whole number from the options, by what its field says of itself. */
export function readCountOption(
	fields: Parameters,
	{ displayName, name, default: fallback, typeOptions }: INodeProperties,
): number {
	const bounds = { least: typeOptions?.minValue ?? 0, most: typeOptions?.maxValue };
	return readCount(displayName, readOptions(fields)[name], {
		fallback: fallback as number,
		...bounds,
	});
}

/** Names from a list that the user picked from and from a field that the user typed into, each once. */
export const readPickedNames = (fields: Parameters, picked: string, typed: string): string[] => [
	...new Set([
		...readNames(fields.parameter(picked, [])),
		...readNames(fields.parameter(typed, '')),
	]),
];

function readStart(fields: Parameters): Start {
	const kind = read<Start['kind']>(fields, 'start', 'now');
	if (kind !== 'days') return { kind };
	const days = read<unknown>(fields, 'startDays', DEFAULT_DAYS);
	const bounds = { least: DAYS.minValue, most: DAYS.maxValue };
	return { kind, days: readCount('Days', days, { fallback: DEFAULT_DAYS, ...bounds }) };
}

/** The moment from which on what exists counts as new. */
export function startMoment(start: Start, now: number): number {
	switch (start.kind) {
		case 'now':
			return now;
		case 'days':
			return now - start.days * DAY;
		case 'everything':
			return Number.NEGATIVE_INFINITY;
	}
}
