import { DateTime } from 'luxon';
import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { DAY } from '../shared/period/times';
import { omitAbsent } from '../shared/node/output';
import { type Parameters, readOptions } from '../shared/node/parameters';
import { formatIso } from '../shared/period/period';

export type HealthChoice = 'never' | 'daily' | 'changes';

/** What the trigger can't report yet, because it can't be read or stored. */
interface Quarantined {
	/** The invoice number or report ID. */
	name: string;
	attempts: number;
	/** Not before this is it tried again; undefined: in every poll. */
	until?: number;
	reason: string;
}

export interface WaitingEvents {
	backlog: number;
	quarantine: Quarantined[];
}

/** What is counted from one health item to the next. */
export interface HealthRecord {
	/** The last item. */
	since: number;
	polls: number;
	failedPolls: number;
	requests: number;
	events: number;
	lastSuccess?: number;
	lastError?: { at: number; message: string };
	/** Why the trigger started over, which begins a record. */
	reset?: string;
	/** What the last item said. */
	reported?: string;
}

export interface PollOutcome {
	at: number;
	zone: string;
	requests: number;
	events: number;
	error?: string;
	reset?: string;
	watchedSince: number;
	/** What the next event will say in triggerNotice. */
	notice?: string;
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

export const readHealthChoice = (fields: Parameters): HealthChoice =>
	(readOptions(fields).health ?? 'never') as HealthChoice;

const newRecord = (since: number, reset?: string): HealthRecord => ({
	since,
	polls: 0,
	failedPolls: 0,
	requests: 0,
	events: 0,
	reset,
});

/** Returns the item if it is time for one. Then the record begins again. */
export function updateHealth(
	before: HealthRecord | undefined,
	poll: PollOutcome,
	condition: WaitingEvents,
	choice: HealthChoice,
): { record?: HealthRecord; item?: INodeExecutionData } {
	if (choice === 'never') return {};
	const { at, reset } = poll;
	const record = counted(before ?? newRecord(at, reset), poll);
	const sign = signOf(record, condition);
	const isChange = choice === 'changes' && record.reported !== sign;
	const isDue = isChange || record.reported === undefined || at - record.since >= DAY;
	if (poll.error !== undefined || !isDue) return { record };
	const { lastSuccess } = record;
	// If the item was an alarm, the next good poll gives the all-clear.
	const next = { ...newRecord(at), lastSuccess, reported: sign };
	return { record: next, item: healthItem(record, condition, poll) };
}

function counted(record: HealthRecord, { at, requests, events, error }: PollOutcome): HealthRecord {
	const { polls, failedPolls } = record;
	return {
		...record,
		polls: polls + 1,
		requests: record.requests + requests,
		events: record.events + events,
		...(error === undefined
			? { lastSuccess: at }
			: { failedPolls: failedPolls + 1, lastError: { at, message: error } }),
	};
}

/** What is worth an item: numbers that change with every poll are not. */
const signOf = (
	{ failedPolls, reset }: HealthRecord,
	{ backlog, quarantine }: WaitingEvents,
): string =>
	JSON.stringify([
		failedPolls > 0,
		reset !== undefined,
		backlog > 0,
		quarantine.map(({ name }) => name).sort(),
	]);

/** It has a key only if there is something to say: n8n shows others in red. */
function healthItem(
	{ since, lastSuccess, lastError, reset, polls, failedPolls, requests, events }: HealthRecord,
	{ backlog, quarantine }: WaitingEvents,
	{ at: now, zone, watchedSince, notice }: PollOutcome,
): INodeExecutionData {
	const timeOf = (at?: number) =>
		at === undefined ? undefined : formatIso(DateTime.fromMillis(at, { zone }));
	const names = quarantine.map(({ name }) => name).join(', ');
	const wrong = [
		lastError &&
			`${failedPolls} of ${polls} polls failed, the last one with "${lastError.message}".`,
		reset,
		names && `These could not be read yet: ${names}.`,
	].filter(Boolean);
	const waiting = backlog > 0 ? [`${backlog} wait for the next polls.`] : [];
	const json = omitAbsent({
		event: 'health',
		eventId: `health:${timeOf(now)}`,
		isHealthy: wrong.length === 0,
		message: [...wrong, ...waiting].join(' ') || 'Everything is fine.',
		watchedSince: timeOf(watchedSince),
		lastSuccess: timeOf(lastSuccess),
		countedSince: timeOf(since),
		polls,
		failedPolls,
		requests,
		events,
		backlog,
		quarantine: quarantine.map(({ name, attempts, until, reason }) =>
			omitAbsent({ name, attempts, nextAttempt: timeOf(until), reason }),
		),
		resets: reset && [{ at: timeOf(since), reason: reset }],
		notice,
		lastError: lastError && { at: timeOf(lastError.at), message: lastError.message },
	});
	return { json };
}
