import { createHash } from 'crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { refusal } from '../shared/problem';
import { isRecord } from '../shared/text';
import type { HealthRecord } from './health';
import type { ReplayRecord } from './event';

export const originHash = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

interface SavedState {
	/** A hash of everything that decides what is watched. */
	origin: string;
	/** Only the event reads it. */
	state: unknown;
	/** When the first poll ran (n8n's clock). */
	watchedSince: number;
	/** For the next items. */
	notice?: string;
	health?: HealthRecord;
	replay?: ReplayRecord;
	/** The service wants no requests before this time (n8n's clock). */
	retryAt?: number;
}

export interface LoadedState {
	/** Undefined in the first poll, and if the trigger starts over. */
	saved?: SavedState;
	/** Why it starts over. */
	reset?: string;
}

interface Written extends SavedState {
	/** Shows whether n8n saved what was written last. */
	revision: number;
	version: number;
}

/** Change it only if older states can't be read. New fields are optional. */
const STATE_VERSION = 17;

/** All requests of a poll time out long before. */
const MAX_POLL_TIME = 30 * 60_000;

const OTHER_ORIGIN = 'its event, credential, address or organization changed';
const UNREADABLE = 'this version of the package cannot read its saved state';

export class Memory {
	/** When the running poll of each trigger began. */
	private static readonly busy = new WeakMap<IDataObject, number>();

	/**
	 * n8n's newer scheduler drops what a poll without events wrote, even the first one. This process keeps it until
	 * n8n has saved something else. What was written with events isn't kept here: if n8n drops that, the events must
	 * come again.
	 */
	private static readonly unsaved = new Map<string, { savedRevision: number; written: Written }>();

	private readonly data: IDataObject;
	private readonly trigger: string;
	/** -1 if n8n has saved nothing. */
	private readonly savedRevision: number;

	constructor(private readonly context: IPollFunctions) {
		this.data = context.getWorkflowStaticData('node');
		this.trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
		this.savedRevision = this.data.watch === undefined ? -1 : revisionOf(this.data.watch);
	}

	read(origin: string): LoadedState {
		const stored = this.latest();
		if (stored === undefined) return {};
		if (isWritten(stored) && stored.origin === origin) return { saved: stored };
		const why = isWritten(stored) ? OTHER_ORIGIN : UNREADABLE;
		const reset = `The trigger started over because ${why}. It returns nothing from before this moment.`;
		this.context.logger.warn(reset);
		return { reset };
	}

	private latest(): unknown {
		const unsaved = Memory.unsaved.get(this.trigger);
		return unsaved?.savedRevision === this.savedRevision ? unsaved.written : this.data.watch;
	}

	/** The last step of a poll: n8n saves it when the poll has returned. */
	write(state: SavedState, hasOutput: boolean): void {
		const { savedRevision } = this;
		const revision = revisionOf(this.latest()) + 1;
		const written = { ...state, version: STATE_VERSION, revision };
		this.data.watch = written;
		if (!hasOutput) Memory.unsaved.set(this.trigger, { savedRevision, written });
	}

	/** n8n starts a poll even while the one before still runs. Both would return the same events. */
	async exclusively<Result>(poll: () => Promise<Result>): Promise<Result | undefined> {
		const since = Memory.busy.get(this.data);
		if (since !== undefined && Date.now() - since < MAX_POLL_TIME) return undefined;
		if (since !== undefined) {
			throw refusal(
				`The poll that began at ${new Date(since).toISOString()} has not ended`,
				'Publish the workflow again, or restart n8n.',
			);
		}
		Memory.busy.set(this.data, Date.now());
		try {
			return await poll();
		} finally {
			Memory.busy.delete(this.data);
		}
	}
}

const isWritten = (stored: unknown): stored is Written =>
	isRecord(stored) && stored.version === STATE_VERSION;

const revisionOf = (stored: unknown): number =>
	isRecord(stored) && Number.isInteger(stored.revision) ? (stored.revision as number) : 0;
