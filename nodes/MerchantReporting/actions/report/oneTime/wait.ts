import { DEFAULT_RETRY_POLICY, pause } from '../../../../shared/transport/retry';
import type { ReportingRun } from '../../common/options';
import { advance, isReady, lateParts, type Order } from './order';
import { notReady } from './outcome';

/** In relation to the pause before a request is repeated: 5 seconds. */
const firstPause = (): number => 10 * DEFAULT_RETRY_POLICY.pause;
const LONGEST_PAUSE = 60_000;
const GROWTH = 1.5;

const statusesOf = ({ parts }: Order): string => parts.map(({ status }) => status).join();

/** Orders and looks again and again until all parts are ready, or refuses when the time is over. */
export async function waitUntilReady(
	{ context, reporting }: ReportingRun,
	ordered: Order,
	longestMs: number,
): Promise<Order> {
	const until = Date.now() + longestMs;
	let order = await advance(reporting, ordered);
	for (let wait = firstPause(); !isReady(order);) {
		const remaining = until - Date.now();
		if (remaining <= 0) throw notReady(order);
		const next = Math.min(wait, remaining);
		context.logger.info(
			`One-time report "${order.reportName}": ${lateParts(order).length} of ${order.parts.length} are not ready. Looking again in ${Math.ceil(next / 1000)} s, at most ${Math.ceil(remaining / 60_000)} min longer.`,
		);
		await pause(next, context.getExecutionCancelSignal());
		const before = statusesOf(order);
		order = await advance(reporting, order);
		wait = before === statusesOf(order) ? Math.min(wait * GROWTH, LONGEST_PAUSE) : firstPause();
	}
	return order;
}
