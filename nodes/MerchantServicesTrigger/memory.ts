import { createHash } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/record';

/** A short name for everything that decides what is watched. */
export const originOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Where n8n keeps the trigger's state between polls. */
export class Memory {
	private static readonly busy = new WeakSet<IDataObject>();

	private readonly data: IDataObject;

	constructor(
		private readonly context: IPollFunctions,
		private readonly origin: string,
	) {
		this.data = context.getWorkflowStaticData('node');
	}

	/**
	 * The state of the last poll; `begun` when there was one at all. A state of other settings, of another
	 * version or changed by hand is of no use.
	 */
	read<State>(isState: (value: unknown) => value is State): { state?: State; begun: boolean } {
		const stored: unknown = this.data.watch;
		if (stored === undefined) return { begun: false };
		if (!isRecord(stored) || stored.origin !== this.origin) return { begun: true };
		const { state } = stored;
		if (isState(state)) return { state, begun: true };
		this.context.logger.warn(
			'The saved state of the trigger cannot be read: it begins anew, from what happens now on.',
		);
		return { begun: true };
	}

	/** The last step of a poll: n8n saves what is here once the poll has returned. */
	write(state: unknown): void {
		this.data.watch = { origin: this.origin, state };
	}

	/**
	 * n8n starts a poll by the clock, also while the one before still runs. Two at once would read the same
	 * state and hand over the same events, so the second one leaves the work to the first.
	 */
	async exclusively<Result>(poll: () => Promise<Result>): Promise<Result | undefined> {
		if (Memory.busy.has(this.data)) return undefined;
		Memory.busy.add(this.data);
		try {
			return await poll();
		} finally {
			Memory.busy.delete(this.data);
		}
	}
}
