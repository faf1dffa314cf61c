import { createHash } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

interface Stored {
	/** Of what the state was made; another origin makes it worthless. */
	origin: string;
	state: unknown;
}

/** A short name for everything that decides what is watched. */
export const originOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Where n8n keeps the trigger's state between polls. */
export class Memory {
	private static readonly busy = new WeakSet<IDataObject>();

	private readonly data: IDataObject;

	constructor(
		context: IPollFunctions,
		private readonly origin: string,
	) {
		this.data = context.getWorkflowStaticData('node');
	}

	/** Undefined before the first poll. `stale` when the state is of other settings and must not be used. */
	read<State>(): { state?: State; isOfOtherSettings: boolean } {
		const stored = this.data.watch as unknown as Stored | undefined;
		if (stored === undefined) return { isOfOtherSettings: false };
		if (stored.origin !== this.origin) return { isOfOtherSettings: true };
		return { state: stored.state as State, isOfOtherSettings: false };
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
