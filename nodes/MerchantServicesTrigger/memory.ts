import { createHash } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/record';

/** A short name for everything that decides what is watched. */
export const originOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Where n8n keeps the trigger's state between polls. */
export class Memory {
	private static readonly busy = new WeakSet<IDataObject>();

	/** Whether the poll goes on from where the last one ended. */
	isTakenUp = false;

	private readonly data: IDataObject;

	constructor(private readonly context: IPollFunctions) {
		this.data = context.getWorkflowStaticData('node');
	}

	/**
	 * The state of the last poll; `begun` when there was one at all. A state of other settings, of another
	 * version or changed by hand is of no use.
	 */
	read(origin: string, isState: (value: unknown) => boolean): { state?: unknown; begun: boolean } {
		const stored: unknown = this.data.watch;
		if (stored === undefined) return { begun: false };
		if (!isRecord(stored) || stored.origin !== origin) return { begun: true };
		const { state } = stored;
		this.isTakenUp = isState(state);
		if (this.isTakenUp) return { state, begun: true };
		this.context.logger.warn(
			'The saved state of the trigger cannot be read: it begins anew, from what happens now on.',
		);
		return { begun: true };
	}

	/** The last step of a poll: n8n saves what is here once the poll has returned. */
	write(origin: string, state: unknown): void {
		this.data.watch = { origin, state };
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
