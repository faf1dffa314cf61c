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

/** A state of another shape than the code expects must not be read. */
const STATE_VERSION = 2;

/** What begins anew hands over nothing of what exists: it may have been handed over before. */
const NOW: Start = { kind: 'now' };

/** Part of the time that n8n allows a poll; the rest is for what was begun. */
const SHARE = 0.7;
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
	const run = runOf(context, new Transport(session, patienceOf(fields)));
	const event = chosenFrom(events, fields);
	const watch = event.prepare(fields, readCommon(fields, context.getTimezone()));
	if (context.getMode() === 'manual') return await watch.example(run);

	const { address, organizationId } = await session.connection();
	const origin = originOf(
		STATE_VERSION,
		event.value,
		context.getNode().credentials?.[CREDENTIAL].id,
		address.href,
		organizationId,
		...watch.origin,
	);
	const items = await memory.exclusively(async () => {
		const { state, begun } = memory.read(origin, watch.isState);
		const polled = await watch.poll(state, run, begun ? NOW : undefined);
		memory.write(origin, polled.state);
		return polled.items;
	});
	return items ?? [];
}

function chosenFrom(events: readonly TriggerEvent[], { parameter }: Parameters): TriggerEvent {
	const chosen = parameter('event');
	const event = events.find(({ value }) => value === chosen);
	if (event !== undefined) return event;
	throw refusal(`There is no event "${String(chosen)}"`, 'Choose the event from the list.');
}

function runOf(context: IPollFunctions, transport: Transport): PollRun {
	const now = Date.now();
	// Older versions of n8n set no limit.
	const limit = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? FOUR_MINUTES;
	const end = now + limit * SHARE;
	return { context, transport, now, outOfTime: () => Date.now() >= end };
}
