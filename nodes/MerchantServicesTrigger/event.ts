import type { INodeExecutionData, INodeProperties, INodeType, IPollFunctions } from 'n8n-workflow';

import { optionsField, addShow, sortedByName } from '../shared/node/fields';
import { type Parameters, readOptions } from '../shared/node/parameters';
import { parseDateInput, quoteDateInput } from '../shared/period/period';
import { refusal } from '../shared/problem';
import { ServiceFailure } from '../shared/transport/serviceFailure';
import type { Transport } from '../shared/transport/transport';
import { type WaitingEvents, healthOption } from './health';

export interface CommonSettings {
	/** About how many events a poll returns at most. */
	limit: number;
	zone: string;
}

const replayOption: INodeProperties = {
	displayName: 'Replay From',
	name: 'replayFrom',
	type: 'dateTime',
	// A date that an expression moves on would be another one in each poll.
	noDataExpression: true,
	default: '',
	description:
		'Returns what happened from this moment until now, once for each date that you enter. The items have "isReplay", and the same eventId as the first time.',
};

/** The next polls return the rest. */
export const EVENTS_PER_POLL = { limit: 500 };

export function readReplayFrom(fields: Parameters, zone: string, now: number): number | undefined {
	const { replayFrom } = readOptions(fields);
	if (replayFrom === undefined || replayFrom === '') return undefined;
	const from = parseDateInput(replayFrom, zone)?.at.toMillis();
	if (from !== undefined && from <= now) return from;
	throw refusal(
		`${quoteDateInput(replayFrom)} is ${from === undefined ? 'not a date' : 'in the future'}`,
		'Pick a date and time in the past, or remove the option.',
		replayOption.displayName,
	);
}

export const affectsAllRequests = (reason: unknown): reason is ServiceFailure =>
	reason instanceof ServiceFailure && [401, 429].includes(reason.status ?? 0);

export interface PollRun {
	context: IPollFunctions;
	transport: Transport;
	/** n8n's clock when the poll began. */
	now: number;
	/** If so, the rest is left to the next poll. */
	outOfTime: () => boolean;
}

export interface PollResult<State> {
	items: INodeExecutionData[];
	state: State;
	/** Fails the poll if there are no items. */
	failure?: Error;
	notice?: string;
}

/** In milliseconds of n8n's clock. */
export interface ReplayRange {
	from: number;
	/** What comes later is returned as usual. */
	until: number;
}

export interface ReplayRecord extends ReplayRange {
	isDone: boolean;
	/** How far it is: the event's own. */
	state?: unknown;
}

export interface ReplayResult {
	items: INodeExecutionData[];
	/** Undefined if all was replayed. */
	state?: unknown;
	failure?: Error;
	notice?: string;
}

type LoadOptions = NonNullable<NonNullable<INodeType['methods']>['loadOptions']>;

/** An event with the user's settings. What it keeps is its own: it gets back what it returned. */
export interface PreparedEvent<State = unknown> {
	/** The organization that is watched: of another one, a saved state is of no use. */
	organization?: string;
	/** What "Fetch Test Event" shows: something real and recent. */
	example(run: PollRun): Promise<INodeExecutionData[]>;
	/** Without a state it is the first poll, which returns nothing. The state it gets stays as it was. */
	poll(state: State | undefined, run: PollRun): Promise<PollResult<State>>;
	/** What waits, and what the service does not give. */
	condition(state: State): WaitingEvents;
	/** Returns at most `limit` in each poll. Without a state it begins. */
	replay(replay: ReplayRecord, state: State, run: PollRun, limit: number): Promise<ReplayResult>;
}

export interface TriggerEvent {
	/** What workflows keep. */
	value: string;
	name: string;
	description: string;
	fields: INodeProperties[];
	/** Beside those that every event has. */
	options: INodeProperties[];
	/** By the `loadOptionsMethod` of its fields. */
	loadOptions?: LoadOptions;
	/** Reads and checks the fields, or refuses. It sends nothing. */
	prepare(fields: Parameters, common: CommonSettings): PreparedEvent;
}

export const buildEventProperties = (
	events: readonly TriggerEvent[],
	[{ value: usual }] = events,
): INodeProperties[] => [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: usual,
		options: sortedByName(
			events.map(({ name, value, description }) => ({ name, value, description })),
		),
	},
	...events.flatMap(({ value, fields }) => addShow({ event: [value] }, fields)),
	optionsField(
		healthOption,
		replayOption,
		...events.flatMap(({ value, options }) => addShow({ '/event': [value] }, options)),
	),
];

export const loadOptionsOf = (events: readonly TriggerEvent[]): LoadOptions =>
	Object.assign({}, ...events.map(({ loadOptions }) => loadOptions)) as LoadOptions;

/** An expression, as n8n works it out for each node by itself. */
export function buildEventSubtitle(events: readonly TriggerEvent[]): string {
	const names = Object.fromEntries(events.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
}
