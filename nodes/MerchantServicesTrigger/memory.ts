import { createHash } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/record';

/** A short name for everything that decides what is watched. */
export const originOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** What a poll finds of the one before. */
export interface Remembered {
	state?: unknown;
	/** Whether there was a poll before at all. */
	begun: boolean;
	/** What the next output has to say. */
	notice?: string;
}

/** Every request of a poll ends by itself long before. */
const LONGEST_POLL = 30 * 60_000;

const OTHER_ORIGIN =
	'The trigger started over because its event, credential, address or organization changed. Nothing from before this moment is handed over.';
const UNREADABLE =
	'The trigger started over because its saved state could not be read. Nothing from before this moment is handed over.';

/** Where n8n keeps the trigger's state between polls. */
export class Memory {
	private static readonly busy = new WeakMap<IDataObject, { since: number }>();

	/** Whether the poll goes on from where the last one ended. */
	isTakenUp = false;

	private readonly data: IDataObject;

	constructor(private readonly context: IPollFunctions) {
		this.data = context.getWorkflowStaticData('node');
	}

	/** The state of the last poll, where it was saved under one of these origins and can be read. */
	read(origins: readonly string[], readState: (value: unknown) => unknown): Remembered {
		const stored: unknown = this.data.watch;
		if (stored === undefined) return { begun: false };
		const ours = isRecord(stored) && origins.includes(stored.origin as string) ? stored : undefined;
		const state = ours && readState(ours.state);
		this.isTakenUp = state !== undefined;
		if (state !== undefined) {
			return { state, begun: true, notice: ours?.notice as string | undefined };
		}
		const notice = ours ? UNREADABLE : OTHER_ORIGIN;
		this.context.logger.warn(notice);
		return { begun: true, notice };
	}

	/** The last step of a poll: n8n saves what is here once the poll has returned. */
	write(origin: string, state: unknown, notice?: string): void {
		this.data.watch = notice === undefined ? { origin, state } : { origin, state, notice };
	}

	/**
	 * n8n starts a poll by the clock, also while the one before still runs. Two at once would read the same
	 * state and hand over the same events, so the second one leaves the work to the first, unless that one is
	 * stuck: then the second goes on, and the first may not write any more.
	 */
	async exclusively<Result>(
		poll: (isCurrent: () => boolean) => Promise<Result>,
	): Promise<Result | undefined> {
		const running = Memory.busy.get(this.data);
		const mine = { since: Date.now() };
		if (running !== undefined) {
			if (mine.since - running.since < LONGEST_POLL) return undefined;
			this.context.logger.warn(
				`The poll that began at ${new Date(running.since).toISOString()} has not ended: this one goes on in its place.`,
			);
		}
		Memory.busy.set(this.data, mine);
		const isCurrent = () => Memory.busy.get(this.data) === mine;
		try {
			return await poll(isCurrent);
		} finally {
			if (isCurrent()) Memory.busy.delete(this.data);
		}
	}
}
