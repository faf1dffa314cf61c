import { DateTime } from 'luxon';
import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { DAY } from '../shared/period/times';
import { withoutNothing } from '../shared/node/output';
import type { Parameters } from '../shared/node/parameters';
import { readOptions } from '../shared/node/parameters';
import { offsetText } from '../shared/period/period';

/** When the user wants to know how the trigger is. */
export type HealthChoice = 'never' | 'daily' | 'changes';

/** Something that the trigger knows of and cannot report yet, because it cannot be read or stored. */
export interface Quarantined {
	/** The number of an invoice, the identifier of a report. */
	name: string;
	/** How often it was tried. */
	attempts: number;
	/** Not before this is it tried again; undefined: in every poll. */
	until?: number;
	reason: string;
}

/** How an event stands after a poll. */
export interface EventHealth {
	/** How many wait for a later poll, because there were too many or there was too little time. */
	backlog: number;
	quarantine: Quarantined[];
}

/** What is counted from one health item to the next. */
export interface HealthRecord {
	/** Since when it is counted; the last item was returned then. */
	since: number;
	polls: number;
	failedPolls: number;
	requests: number;
	events: number;
	lastSuccess?: number;
	lastError?: { at: number; message: string };
	/** Why the trigger started over. */
	resets: Array<{ at: number; reason: string }>;
	/** What the last item said, to see what has changed since. */
	reported?: string;
}

/** What one poll adds. */
export interface PollOutcome {
	at: number;
	requests: number;
	events: number;
	/** Of a poll that failed. */
	error?: string;
	/** Of a poll that started over. */
	reset?: string;
}

export const healthOption: INodeProperties = {
	displayName: 'Health Items',
	name: 'health',
	type: 'options',
	default: 'changes',
	description:
		'Whether to also start the workflow with an item about the state of the trigger. It has "event": "health" and is not an event of the service.',
	options: [
		{ name: 'Never', value: 'never' },
		{ name: 'Once a Day', value: 'daily' },
		{ name: 'Once a Day and When Something Changes', value: 'changes' },
	],
};

export const readHealth = (fields: Parameters): HealthChoice =>
	(readOptions(fields).health ?? 'never') as HealthChoice;

export const newRecord = (at: number): HealthRecord => ({
	since: at,
	polls: 0,
	failedPolls: 0,
	requests: 0,
	events: 0,
	resets: [],
});

/** The record with one more poll. */
export function counted(
	record: HealthRecord,
	{ at, requests, events, error, reset }: PollOutcome,
): HealthRecord {
	const isFailed = error !== undefined;
	return {
		...record,
		polls: record.polls + 1,
		failedPolls: record.failedPolls + (isFailed ? 1 : 0),
		requests: record.requests + requests,
		events: record.events + events,
		lastSuccess: isFailed ? record.lastSuccess : at,
		lastError: isFailed ? { at, message: error } : record.lastError,
		resets: reset === undefined ? record.resets : [...record.resets, { at, reason: reset }],
	};
}

/** Whether it is time for an item: the first one, one a day, and, where the user wants that, when something changed. */
export function isDue(
	record: HealthRecord,
	condition: EventHealth,
	choice: HealthChoice,
	now: number,
): boolean {
	if (choice === 'never') return false;
	if (record.reported === undefined || now - record.since >= DAY) return true;
	return choice === 'changes' && record.reported !== signOf(record, condition);
}

/** What makes a difference to anyone who reads it: numbers that change with every poll do not. */
const signOf = (
	{ failedPolls, resets }: HealthRecord,
	{ backlog, quarantine }: EventHealth,
): string =>
	JSON.stringify([
		failedPolls > 0,
		resets.length > 0,
		backlog > 0,
		quarantine.map(({ name }) => name).sort(),
	]);

/** The record after the item: it counts from here on. If the item was an alarm, the next good poll gives the all-clear. */
export const markReported = (
	record: HealthRecord,
	condition: EventHealth,
	now: number,
): HealthRecord => ({
	...newRecord(now),
	lastSuccess: record.lastSuccess,
	reported: signOf(record, condition),
});

/** What an item says beside what was counted. */
interface HealthDetails {
	now: number;
	/** The time zone of the workflow. */
	zone: string;
	watchedSince?: number;
	/** What the next event will say in triggerNotice. */
	notice?: string;
}

/** An item that no event can be mistaken for. It has a key only if there is something to say: n8n shows others in red. */
export function healthItem(
	record: HealthRecord,
	{ backlog, quarantine }: EventHealth,
	{ now, zone, watchedSince, notice }: HealthDetails,
): INodeExecutionData {
	const timeOf = (at?: number) =>
		at === undefined ? undefined : offsetText(DateTime.fromMillis(at, { zone }));
	const { lastSuccess, lastError, resets } = record;
	const json = withoutNothing({
		event: 'health',
		eventId: `health:${timeOf(now)}`,
		isHealthy: record.failedPolls === 0 && resets.length === 0 && quarantine.length === 0,
		message: inWords(record, { backlog, quarantine }),
		watchedSince: timeOf(watchedSince),
		lastSuccess: timeOf(lastSuccess),
		countedSince: timeOf(record.since),
		polls: record.polls,
		failedPolls: record.failedPolls,
		requests: record.requests,
		events: record.events,
		backlog,
		quarantine: quarantine.map(({ name, attempts, until, reason }) =>
			withoutNothing({ name, attempts, nextAttempt: timeOf(until), reason }),
		),
		resets: resets.map(({ at, reason }) => ({ at: timeOf(at), reason })),
		notice,
		lastError: lastError && { at: timeOf(lastError.at), message: lastError.message },
	});
	return { json };
}

function inWords(
	{ polls, failedPolls, resets, lastError }: HealthRecord,
	{ backlog, quarantine }: EventHealth,
): string {
	const sentences = [
		failedPolls === 0
			? ''
			: `${failedPolls} of ${polls} polls failed${lastError ? `, the last one with "${lastError.message}"` : ''}.`,
		...resets.map(({ reason }) => reason),
		quarantine.length === 0
			? ''
			: `These could not be read yet: ${quarantine.map(({ name }) => name).join(', ')}.`,
		backlog === 0 ? '' : `${backlog} wait for the next polls.`,
	].filter(Boolean);
	return sentences.length === 0 ? 'Everything is fine.' : sentences.join(' ');
}
