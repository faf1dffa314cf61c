import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { HOUR } from '../shared/period/times';
import { toPlainTextError, toNodeError } from '../shared/node/errors';
import { withCheckedChoices } from '../shared/node/parameters';
import { DEFAULT_RETRY_POLICY } from '../shared/transport/retry';
import { ServiceFailure } from '../shared/transport/serviceFailure';
import { credentialTypeOf } from '../shared/transport/attempt';
import { Transport } from '../shared/transport/transport';
import {
	EVENTS_PER_POLL,
	type PollResult,
	type PollRun,
	type PreparedEvent,
	buildEventProperties,
	readReplayFrom,
	type ReplayResult,
	type ReplayRecord,
	type TriggerEvent,
} from './event';
import { updateHealth, type HealthChoice, readHealthChoice } from './health';
import { type LoadedState, Memory, originHash } from './memory';

/** The modes of n8n's own poll, which it runs when a workflow is published. */
const PUBLISHING: readonly string[] = ['activate', 'create'];

/** Part of the time that n8n allows a poll; the rest is for what was begun, up to the latest. */
const SHARE = 0.7;
const LATEST = 0.95;
const MIN_POLL_TIME = 10_000;
const FOUR_MINUTES = 240_000;

/** A service that asks for a longer pause is asked all the same: it may be up again. */
const MAX_RETRY_AFTER = HOUR;

export async function poll(
	context: IPollFunctions,
	events: readonly TriggerEvent[],
): Promise<INodeExecutionData[][] | null> {
	try {
		const items = await itemsOf(context, events);
		return items.length === 0 ? null : [items];
	} catch (error) {
		throw toNodeError(context, error);
	}
}

async function itemsOf(
	context: IPollFunctions,
	events: readonly TriggerEvent[],
): Promise<INodeExecutionData[]> {
	const fields = withCheckedChoices(buildEventProperties(events), {
		parameter: (name, fallback, options) => context.getNodeParameter(name, fallback, options),
	});
	const memory = new Memory(context);
	const run = runOf(context);
	const [event] = events.filter(({ value }) => value === fields.parameter('event'));
	const zone = context.getTimezone();
	const watch = event.prepare(fields, { ...EVENTS_PER_POLL, zone });
	const health = readHealthChoice(fields);
	const replayFrom = readReplayFrom(fields, zone, run.now);
	if (context.getMode() === 'manual') return await watch.example(run);

	const { address, organizationId } = await run.transport.connection();
	const node = context.getNode();
	const credential = node.credentials?.[credentialTypeOf(node)].id;
	const account = [credential, address.href, organizationId, watch.organization];
	const origin = originHash(event.value, ...account);
	const turn: Turn = { memory, watch, run, origin, zone, health, replayFrom };
	return (await memory.exclusively(async () => await take(turn))) ?? [];
}

interface Turn {
	memory: Memory;
	watch: PreparedEvent;
	run: PollRun;
	origin: string;
	zone: string;
	health: HealthChoice;
	replayFrom?: number;
}

async function take(turn: Turn): Promise<INodeExecutionData[]> {
	const { memory, watch, run } = turn;
	const loaded = memory.read(turn.origin);
	const { saved } = loaded;
	if (run.now < (saved?.retryAt ?? 0)) return [];
	const polled = await watch.poll(saved?.state, run).catch((failure: Error) => {
		if (saved === undefined) throw failure;
		return { items: [], state: saved.state, failure };
	});
	return toOutput(turn, loaded, polled, await replayOnce(turn, loaded, polled));
}

/** Saves the state too. */
function toOutput(
	{ memory, watch, run, origin, zone, health: choice }: Turn,
	{ saved, reset }: LoadedState,
	polled: PollResult<unknown>,
	replayed: Awaited<ReturnType<typeof replayOnce>>,
): INodeExecutionData[] {
	const { context, now, transport } = run;
	const { state } = polled;
	const before = saved ? saved.notice : (reset ?? beginningOf(context, now));
	const notice = [before, polled.notice, replayed.notice].filter(Boolean).join(' ') || undefined;
	const events = [...polled.items, ...replayed.items];
	const hasEvents = events.length > 0;
	const failure = hasEvents ? undefined : (polled.failure ?? replayed.failure);
	const left = hasEvents ? undefined : notice;
	const { watchedSince = now } = saved ?? {};
	const { record: health, item } = updateHealth(
		saved?.health,
		{
			at: now,
			zone,
			requests: transport.requests,
			events: events.length,
			error: failure && toPlainTextError(context, failure).message,
			reset,
			watchedSince,
			notice: left,
		},
		watch.condition(state),
		choice,
	);
	const retryAt = retryMoment(failure, now);
	const { record: replay } = replayed;
	memory.write(
		{ origin, state, watchedSince, notice: left, health, replay, retryAt },
		hasEvents || item !== undefined,
	);
	if (saved && isTransient(failure)) {
		failure.addAdvice('Nothing is lost; the next poll tries again.');
	}
	if (failure !== undefined) throw failure;
	if (hasEvents && notice) {
		events[0] = { ...events[0], json: { ...events[0].json, triggerNotice: notice } };
	}
	return item === undefined ? events : [...events, item];
}

const isTransient = (error: unknown): error is ServiceFailure =>
	error instanceof ServiceFailure &&
	(error.failure?.cause === 'temporarily-unavailable' || error.failure?.cause === 'rate-limited');

/** The service may ask for a longer pause than one poll can wait. */
function retryMoment(error: unknown, now: number): number | undefined {
	const wait = error instanceof ServiceFailure ? error.retryAfterMs : undefined;
	return wait && now + Math.min(wait, MAX_RETRY_AFTER);
}

/** Replays as far as the events of this poll leave room. */
async function replayOnce(
	{ watch, run, replayFrom: from }: Turn,
	{ saved, reset }: LoadedState,
	polled: PollResult<unknown>,
): Promise<ReplayResult & { record?: ReplayRecord }> {
	if (from === undefined) return { items: [] };
	const before = saved?.replay;
	// For another account it was not asked for.
	const started = { from, until: run.now, isDone: reset !== undefined };
	const record = before?.from === from ? before : started;
	const room = EVENTS_PER_POLL.limit - polled.items.length;
	const mustWait = room <= 0 || run.outOfTime() || polled.failure !== undefined;
	if (record.isDone || mustWait) return { items: [], record };
	try {
		const { state, items, ...rest } = await watch.replay(record, polled.state, run, room);
		return {
			...rest,
			items: items.map((item) => ({ ...item, json: { ...item.json, isReplay: true } })),
			record: { ...record, state, isDone: state === undefined },
		};
	} catch (error) {
		run.context.logger.warn(
			`The replay continues in the next poll: ${toPlainTextError(run.context, error).message}`,
		);
		return { items: [], record, failure: error as Error };
	}
}

/**
 * n8n runs the first poll when the workflow is published. If this is a later one, n8n has lost the first, and the
 * user must know since when nothing is missing.
 */
function beginningOf(context: IPollFunctions, now: number): string | undefined {
	const words = `The trigger watches from ${new Date(now).toISOString()} on.`;
	context.logger.info(words);
	if (PUBLISHING.includes(context.getActivationMode())) return undefined;
	return `${words} n8n did not run or keep its first poll when the workflow was published.`;
}

function runOf(context: IPollFunctions): PollRun {
	const now = Date.now();
	// Older versions of n8n set no limit.
	const limit = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? FOUR_MINUTES;
	// Timers need whole milliseconds.
	const deadline = now + Math.max(Math.floor(limit * LATEST), MIN_POLL_TIME);
	return {
		context,
		transport: new Transport(context, { ...DEFAULT_RETRY_POLICY, deadline }),
		now,
		outOfTime: () => Date.now() - now >= limit * SHARE,
	};
}
