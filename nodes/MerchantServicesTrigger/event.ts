import type { INodeExecutionData, INodeProperties, INodeType, IPollFunctions } from 'n8n-workflow';

import { optionsField, showFor } from '../shared/node/fields';
import type { Parameters } from '../shared/node/parameters';
import type { Transport } from '../shared/transport/transport';
import type { Common, Start } from './common';
import { commonOptions, startFields } from './common';
import type { Condition } from './health';
import type { ReplayRange, ReplayRecord } from './replay';
import { replayOption } from './replay';

/** What an event gets to ask the service and to make items of the answers. */
export interface PollRun {
	context: IPollFunctions;
	transport: Transport;
	/** n8n's clock when the poll began. */
	now: number;
	/** Whether this part of the poll's time is used up, from 0 to 1: at its end the rest is left to the next poll. */
	outOfTime: (part?: number) => boolean;
}

export interface Polled<State> {
	items: INodeExecutionData[];
	/** What stands for everything that was handed over. */
	state: State;
	/** What kept the poll from more. It fails the poll where there is nothing to hand over. */
	failure?: Error;
	/** What the output has to say of its events. */
	notice?: string;
	/** What the user has to know: for the log and the next output. */
	warning?: string;
}

/** What one poll has handed over again. */
export interface Replayed {
	items: INodeExecutionData[];
	/** How far it is; undefined when all was handed over again. */
	state?: unknown;
	/** What kept it from more. */
	failure?: Error;
	/** What could not be handed over again. */
	notice?: string;
}

/** What the editor says of an event, and the fields it shows for it. */
interface Form {
	/** What workflows keep. */
	value: string;
	/** In the list of events and on the canvas. */
	name: string;
	description: string;
	/** What is already there on the first activation, and the time it goes by: "reports completed". */
	existing: string;
	fields: INodeProperties[];
	/** Its own options, beside those that every event has. */
	options: INodeProperties[];
	/** What its fields offer to choose from, by the names that they call it. */
	loadOptions?: LoadOptions;
}

type LoadOptions = NonNullable<NonNullable<INodeType['methods']>['loadOptions']>;

interface Definition<Settings extends Choices, State> extends Form {
	/** Reads and checks the fields, or refuses. It sends nothing. */
	prepare(fields: Parameters, common: Common): Settings;
	/** The organization that is watched: of another one, a saved state is of no use. */
	organization?(settings: Settings): string;
	/** What "Fetch Test Event" shows: something real and recent. */
	example(settings: Settings, run: PollRun): Promise<INodeExecutionData[]>;
	/** One poll; without a state it is the first one. The state it gets stays as it was. */
	poll(state: State | undefined, settings: Settings, run: PollRun): Promise<Polled<State>>;
	/** What waits, and what the service does not give. */
	condition?(state: State): Condition;
	/** Hands over again what happened in a time, a part of it in each poll; without progress it begins. */
	replay?(
		progress: unknown,
		range: ReplayRange,
		state: State,
		settings: Settings,
		run: PollRun,
	): Promise<Replayed>;
}

/** What the poll may set in place of what the user chose. */
interface Choices {
	start: Start;
	limit: number;
}

/** An event with its settings, as the poll sees it. */
export interface PreparedEvent {
	organization: string;
	example(run: PollRun): Promise<INodeExecutionData[]>;
	/** `start`: in place of what the user chose. */
	poll(state: unknown, run: PollRun, start?: Start): Promise<Polled<unknown>>;
	condition(state: unknown): Condition;
	/** `limit`: how many may be handed over again in this poll. */
	replay(replay: ReplayRecord, state: unknown, run: PollRun, limit: number): Promise<Replayed>;
}

export interface TriggerEvent extends Form {
	/** Whether it can hand over again. */
	isReplayable: boolean;
	prepare(fields: Parameters, common: Common): PreparedEvent;
}

export const event = <Settings extends Choices, State>(
	definition: Definition<Settings, State>,
): TriggerEvent => ({
	...definition,
	isReplayable: definition.replay !== undefined,
	prepare(fields, common) {
		const settings = definition.prepare(fields, common);
		return {
			organization: definition.organization?.(settings) ?? '',
			example: async (run) => await definition.example(settings, run),
			poll: async (state, run, start = settings.start) =>
				await definition.poll(state as State | undefined, { ...settings, start }, run),
			condition: (state) =>
				definition.condition?.(state as State) ?? { backlog: 0, quarantine: [] },
			replay: async ({ from, until, state: progress }, state, run, limit) =>
				(await definition.replay?.(
					progress,
					{ from, until },
					state as State,
					{ ...settings, limit },
					run,
				)) ?? { items: [] },
		};
	},
});

/** The fields of the trigger: the choice of event, those of each event where it is chosen, and those of all. */
export const propertiesOf = (
	events: readonly TriggerEvent[],
	defaultEvent: string,
): INodeProperties[] => [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: defaultEvent,
		options: events
			.map(({ name, value, description }) => ({ name, value, description }))
			.sort((a, b) => a.name.localeCompare(b.name, 'en')),
	},
	...events.flatMap(({ value, fields }) => showFor({ event: [value] }, fields)),
	...startFields(events.map(({ existing }) => existing)),
	optionsField(
		...commonOptions,
		...showFor(
			{ '/event': events.filter(({ isReplayable }) => isReplayable).map(({ value }) => value) },
			[replayOption],
		),
		...events.flatMap(({ value, options }) => showFor({ '/event': [value] }, options)),
	),
];

/** What the lists of all events ask the service for. */
export const loadOptionsOf = (events: readonly TriggerEvent[]): LoadOptions =>
	Object.assign({}, ...events.map(({ loadOptions }) => loadOptions)) as LoadOptions;

/** What the canvas shows under the node: an expression, as n8n works it out for each node by itself. */
export function subtitleOf(events: readonly TriggerEvent[]): string {
	const names = Object.fromEntries(events.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
}
