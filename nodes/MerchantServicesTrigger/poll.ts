import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { HOUR } from '../shared/period/times';
import { plainTextError, toNodeError } from '../shared/node/errors';
import type { Parameters } from '../shared/node/parameters';
import { refusal } from '../shared/problem';
import { DEFAULT_RETRY_POLICY } from '../shared/transport/retry';
import { ServiceFailure } from '../shared/transport/serviceFailure';
import { credentialTypeOf } from '../shared/transport/attempt';
import { Transport } from '../shared/transport/transport';
import {
	type Polled,
	type PollRun,
	type PreparedEvent,
	readCommon,
	readReplay,
	type Replayed,
	type ReplayRange,
	type ReplayRecord,
	type TriggerEvent,
} from './event';
import type { HealthChoice, HealthRecord } from './health';
import { counted, healthItem, isDue, markReported, newRecord, readHealth } from './health';
import type { Kept, Remembered } from './memory';
import { Memory, originOf } from './memory';

/** How n8n calls the poll that it runs when a workflow is published for the first time. */
const PUBLISHING: readonly string[] = ['activate', 'create'];

/** Part of the time that n8n allows a poll; the rest is for what was begun, up to the latest. */
const SHARE = 0.7;
const LATEST = 0.95;
const SHORTEST_POLL = 10_000;
const FOUR_MINUTES = 240_000;

/** A service that asks for a longer pause is asked all the same: it may be up again. */
const LONGEST_RETRY_AFTER = HOUR;

export async function poll(
	context: IPollFunctions,
	events: readonly TriggerEvent[],
): Promise<INodeExecutionData[][] | null> {
	const memory = new Memory(context);
	try {
		const items = await itemsOf(context, events, memory);
		return items.length === 0 ? null : [items];
	} catch (error) {
		if (memory.isTakenUp && isPassing(error)) {
			error.addAdvice('Nothing is lost; the next poll tries again.');
		}
		throw toNodeError(context, error);
	}
}

const isPassing = (error: unknown): error is ServiceFailure =>
	error instanceof ServiceFailure &&
	(error.failure?.cause === 'temporarily-unavailable' || error.failure?.cause === 'rate-limited');

async function itemsOf(
	context: IPollFunctions,
	events: readonly TriggerEvent[],
	memory: Memory,
): Promise<INodeExecutionData[]> {
	const fields: Parameters = {
		parameter: (name, fallback, options) => context.getNodeParameter(name, fallback, options),
	};
	const run = runOf(context);
	const event = chosenFrom(events, fields);
	const zone = context.getTimezone();
	const common = readCommon(zone);
	const watch = event.prepare(fields, common);
	const health = readHealth(fields);
	const replayFrom = readReplay(fields, zone, run.now);
	if (context.getMode() === 'manual') return await watch.example(run);

	const { address, organizationId } = await run.transport.connection();
	const node = context.getNode();
	const credential = node.credentials?.[credentialTypeOf(node)].id;
	const account = [credential, address.href, organizationId, watch.organization?.trim()];
	const origin = originOf(event.value, ...account);

	const { limit } = common;
	const turn: Turn = { memory, watch, run, origin, limit, zone, health, replayFrom };
	return (await memory.exclusively(async (isCurrent) => await take(turn, isCurrent))) ?? [];
}

interface Turn {
	memory: Memory;
	watch: PreparedEvent;
	run: PollRun;
	/** What decides what is watched. */
	origin: string;
	limit: number;
	zone: string;
	health: HealthChoice;
	replayFrom?: number;
}

/** One poll: what the event found, and what is replayed. */
async function take(turn: Turn, isCurrent: () => boolean): Promise<INodeExecutionData[]> {
	const { memory, watch, run } = turn;
	const remembered = memory.read(turn.origin);
	const { kept, reset } = remembered;
	if (run.now < (kept?.retryAt ?? 0)) return [];
	const polled = await watch.poll(kept?.state, run).catch((failure: Error) => {
		if (kept === undefined) throw failure;
		return { items: [], state: kept.state, failure };
	});
	if (!isCurrent()) return [];
	const replayed = await replayOnce(turn, kept?.replay, polled, reset !== undefined);
	return isCurrent() ? toOutput(turn, remembered, polled, replayed) : [];
}

/** The record of health with this poll. */
function recordAfter(
	{ run }: Turn,
	{ kept, reset }: Remembered,
	events: number,
	failure?: unknown,
): HealthRecord {
	const error = failure === undefined ? undefined : plainTextError(run.context, failure).message;
	const outcome = { at: run.now, requests: run.transport.requests, events, error, reset };
	return counted(kept?.health ?? newRecord(run.now), outcome);
}

/** Saves what stands for the events, and returns them with what the user has to know. */
function toOutput(
	turn: Turn,
	remembered: Remembered,
	polled: Polled<unknown>,
	replayed: Awaited<ReturnType<typeof replayOnce>>,
): INodeExecutionData[] {
	const { memory, watch, run, origin, zone } = turn;
	const { now } = run;
	const { state } = polled;
	const notice = joined(noticeBefore(remembered, run), polled.notice, replayed.notice);
	const events = [...polled.items, ...replayed.items];
	const hasEvents = events.length > 0;
	const failure = hasEvents ? undefined : (polled.failure ?? replayed.failure);
	const condition = watch.condition(state);
	const record = recordAfter(turn, remembered, events.length, failure);
	const isSaid = failure === undefined && isDue(record, condition, turn.health, now);
	const health = isSaid ? markReported(record, condition, now) : record;
	const { kept = { watchedSince: now } } = remembered;
	const next: Kept = {
		origin,
		state,
		watchedSince: kept.watchedSince,
		notice: hasEvents ? undefined : notice,
		health: turn.health === 'never' ? undefined : health,
		replay: replayed.record,
		retryAt: retryMoment(failure, now),
	};
	memory.write(next, hasEvents || isSaid);
	if (failure !== undefined) throw failure;
	const details = { now, zone, watchedSince: kept.watchedSince, notice: next.notice };
	return [
		...withNotice(events, notice),
		...(isSaid ? [healthItem(record, condition, details)] : []),
	];
}

/** The service may ask for a longer pause than one poll can wait. */
function retryMoment(error: unknown, now: number): number | undefined {
	const wait = error instanceof ServiceFailure ? error.retryAfterMs : undefined;
	return wait && now + Math.min(wait, LONGEST_RETRY_AFTER);
}

/** The replay to go on with, or a new one if the user has entered another date. */
function replayOf(
	from: number | undefined,
	before: ReplayRecord | undefined,
	now: number,
): ReplayRecord | undefined {
	if (from === undefined) return undefined;
	return from === before?.from ? before : { from, until: now, isDone: false };
}

const done = ({ from, until }: ReplayRange): ReplayRecord => ({ from, until, isDone: true });

/** What is replayed in this poll, as far as the events of the poll leave room for it. */
async function replayOnce(
	{ watch, run, limit, replayFrom }: Turn,
	before: ReplayRecord | undefined,
	polled: Polled<unknown>,
	isReset: boolean,
): Promise<Replayed & { record?: ReplayRecord }> {
	const asked = replayOf(replayFrom, before, run.now);
	// For another account it was not asked for.
	const record = asked && isReset ? done(asked) : asked;
	const room = limit - polled.items.length;
	const mustWait = room <= 0 || run.outOfTime() || polled.failure !== undefined;
	if (record === undefined || record.isDone || mustWait) return { items: [], record };
	try {
		const { state, ...replayed } = await watch.replay(record, polled.state, run, room);
		return {
			...replayed,
			items: replayed.items.map((item) => ({ ...item, json: { ...item.json, isReplay: true } })),
			record: state === undefined ? done(record) : { ...record, state },
		};
	} catch (error) {
		run.context.logger.warn(
			`The replay continues in the next poll: ${plainTextError(run.context, error).message}`,
		);
		return { items: [], record, failure: error as Error };
	}
}

/** What the next output has to say from before this poll. */
const noticeBefore = ({ kept, reset, begun }: Remembered, { context, now }: PollRun) =>
	kept?.notice ?? reset ?? (begun ? undefined : beginningOf(context, now));

/**
 * The first poll is the start, and n8n runs it when the workflow is published. Where it was another one, n8n
 * has lost the first, and the user must know from when on nothing is missing.
 */
function beginningOf(context: IPollFunctions, now: number): string | undefined {
	const words = `The trigger watches from ${new Date(now).toISOString()} on.`;
	context.logger.info(words);
	if (PUBLISHING.includes(context.getActivationMode())) return undefined;
	return `${words} n8n did not run or keep its first poll when the workflow was published.`;
}

/** Sentences side by side; undefined where there are none. */
const joined = (...texts: Array<string | undefined>): string | undefined =>
	texts.filter((text) => text !== undefined).join(' ') || undefined;

const withNotice = (items: INodeExecutionData[], notice?: string): INodeExecutionData[] =>
	items.map((item, index) =>
		index === 0 && notice !== undefined
			? { ...item, json: { ...item.json, triggerNotice: notice } }
			: item,
	);

function chosenFrom(events: readonly TriggerEvent[], { parameter }: Parameters): TriggerEvent {
	const chosen = parameter('event');
	const event = events.find(({ value }) => value === chosen);
	if (event !== undefined) return event;
	throw refusal(`There is no event "${String(chosen)}"`, 'Choose the event from the list.');
}

function runOf(context: IPollFunctions): PollRun {
	const now = Date.now();
	// Older versions of n8n set no limit.
	const limit = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? FOUR_MINUTES;
	const deadline = now + Math.max(limit * LATEST, SHORTEST_POLL);
	return {
		context,
		transport: new Transport(context, { ...DEFAULT_RETRY_POLICY, deadline }),
		now,
		outOfTime: (share = 1) => Date.now() - now >= limit * SHARE * share,
	};
}
