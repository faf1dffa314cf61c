import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../shared/node/errors';
import type { Parameters } from '../shared/node/parameters';
import { patienceOf } from '../shared/node/requestOptions';
import { refusal } from '../shared/problem';
import { ServiceFailure } from '../shared/transport/serviceFailure';
import { CREDENTIAL, Session } from '../shared/transport/session';
import { Transport } from '../shared/transport/transport';
import type { Start } from './common';
import { readCommon } from './common';
import type { PollRun, TriggerEvent } from './event';
import { Memory, originOf } from './memory';

/** What is watched is named in another way since. */
const STATE_VERSION = 3;
const EARLIER_VERSION = 2;

/** What starts over hands over nothing of what exists: it may have been handed over before. */
const NOW: Start = { kind: 'now' };

/** How n8n calls the poll that it runs when a workflow is published for the first time. */
const PUBLISHING: readonly string[] = ['activate', 'create'];

/** Part of the time that n8n allows a poll; the rest is for what was begun, up to the latest. */
const SHARE = 0.7;
const LATEST = 0.95;
const SHORTEST_POLL = 10_000;
const FOUR_MINUTES = 240_000;

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
			error.advise('Nothing is lost; the next poll tries again.');
		}
		throw toNodeError(context.getNode(), error);
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
	const session = new Session(context);
	const run = runOf(context, session, fields);
	const event = chosenFrom(events, fields);
	const watch = event.prepare(fields, readCommon(fields, context.getTimezone()));
	if (context.getMode() === 'manual') return await watch.example(run);

	const { address, organizationId } = await session.connection();
	const credential = context.getNode().credentials?.[CREDENTIAL].id;
	const under = (version: number, ...watched: unknown[]) =>
		originOf(version, event.value, credential, address.href, organizationId, ...watched);
	const origin = under(STATE_VERSION, watch.organization.trim());
	const origins = [origin];
	if (watch.earlierOrigin) origins.push(under(EARLIER_VERSION, ...watch.earlierOrigin));

	const items = await memory.exclusively(async (isCurrent) => {
		const before = memory.read(origins, (value) => watch.readState(value));
		const { state, begun } = before;
		const notice = begun ? before.notice : beginningOf(context, run.now);
		const polled = await watch.poll(state, run, begun && state === undefined ? NOW : undefined);
		if (!isCurrent()) return [];
		const isTold = polled.items.length > 0;
		memory.write({ origin, state: polled.state, notice: isTold ? undefined : notice }, isTold);
		if (polled.failure !== undefined && !isTold) throw polled.failure;
		const notices = [notice, polled.notice].filter((text) => text !== undefined);
		return notices.length === 0 ? polled.items : withNotice(polled.items, notices.join(' '));
	});
	return items ?? [];
}

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

const withNotice = (items: INodeExecutionData[], notice: string): INodeExecutionData[] =>
	items.map((item, index) =>
		index === 0 ? { ...item, json: { ...item.json, triggerNotice: notice } } : item,
	);

function chosenFrom(events: readonly TriggerEvent[], { parameter }: Parameters): TriggerEvent {
	const chosen = parameter('event');
	const event = events.find(({ value }) => value === chosen);
	if (event !== undefined) return event;
	throw refusal(`There is no event "${String(chosen)}"`, 'Choose the event from the list.');
}

function runOf(context: IPollFunctions, session: Session, fields: Parameters): PollRun {
	const now = Date.now();
	// Older versions of n8n set no limit.
	const limit = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? FOUR_MINUTES;
	const deadline = now + Math.max(limit * LATEST, SHORTEST_POLL);
	return {
		context,
		transport: new Transport(session, { ...patienceOf(fields), deadline }),
		now,
		outOfTime: (part = 1) => Date.now() - now >= limit * SHARE * part,
	};
}
