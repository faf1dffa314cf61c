import { pause } from './gate';
import type { ByteStream } from './stream';

/** How often to check within the time in which nothing may arrive. */
const CHECKS = 4;

/** How many times as long as any other answer a download may take, as long as bytes arrive. */
const LONGEST_DOWNLOAD = 60;

/**
 * Ends an answer that takes too long, from the request to its last byte, or whose execution the user stops:
 * n8n's own timeout covers only the beginning. It looks on from outside, so a slow reader is not disturbed.
 */
export class TimeLimit {
	/** Why it ended the answer; undefined where it did not. */
	ended?: 'late' | 'stalled';

	/** How many bytes of a download have arrived. */
	received = 0;

	private readonly request = new AbortController();

	private readonly stop = () => this.request.abort();

	private readonly late = () => this.end('late');

	private alarm: AbortSignal;

	constructor(
		private readonly timeout: number,
		private readonly cancel?: AbortSignal,
	) {
		if (cancel?.aborted) this.stop();
		cancel?.addEventListener('abort', this.stop, { once: true });
		this.alarm = this.alarmIn(timeout);
	}

	/** For the request: the body alone cannot be ended while it waits for its next piece. */
	get signal(): AbortSignal {
		return this.request.signal;
	}

	/** The answer is there. */
	done(): void {
		this.alarm.removeEventListener('abort', this.late);
		this.cancel?.removeEventListener('abort', this.stop);
	}

	/** The rest of the answer is a download, which may go on for longer. */
	follow(bytes: ByteStream): void {
		this.alarm.removeEventListener('abort', this.late);
		this.alarm = this.alarmIn(this.timeout * LONGEST_DOWNLOAD);
		const over = new AbortController();
		bytes.once('close', () => {
			over.abort();
			this.done();
		});
		this.count(bytes);
		void this.endWhenStalled(bytes, over.signal);
	}

	/** Not `pause`: n8n builds an error with its stack for each one that is not needed any more. */
	private alarmIn(milliseconds: number): AbortSignal {
		const alarm = AbortSignal.timeout(milliseconds);
		alarm.addEventListener('abort', this.late, { once: true });
		return alarm;
	}

	/** Whatever a stream gives out goes through `push`; to listen for its data would set it flowing. */
	private count(bytes: ByteStream): void {
		// In older versions of n8n a small body is there with its headers.
		const arrived = bytes.read() as Uint8Array | null;
		if (arrived !== null) {
			this.received += arrived.length;
			bytes.unshift(arrived);
		}
		const push = bytes.push.bind(bytes);
		bytes.push = (piece: Uint8Array | null, ...rest) => {
			if (piece !== null) this.received += piece.length;
			return push(piece, ...rest);
		};
	}

	private async endWhenStalled(bytes: ByteStream, over: AbortSignal): Promise<void> {
		let before = this.received;
		for (let idle = 0; idle < CHECKS; before = this.received) {
			await pause(this.timeout / CHECKS, over).catch(() => {});
			if (over.aborted) return;
			const waits = this.received === before && bytes.readableLength === 0;
			idle = waits ? idle + 1 : 0;
		}
		this.end('stalled');
	}

	private end(why: 'late' | 'stalled'): void {
		this.ended = why;
		this.request.abort();
	}
}
