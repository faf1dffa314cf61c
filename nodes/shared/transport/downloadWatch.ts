import { pause } from './gate';
import type { ByteStream } from './stream';

/** How often to look within the time that nothing may arrive. */
const LOOKS = 4;

/**
 * Ends a download in which nothing more arrives, as n8n's timeout covers only the beginning of an answer,
 * or whose execution the user stops. It looks on from outside: whoever reads is not slowed down, and may be slow.
 */
export class DownloadWatch {
	stalled = false;

	private readonly request = new AbortController();

	private begun = false;

	private arrivals = 0;

	private readonly stop = () => this.request.abort();

	constructor(
		private readonly timeout: number,
		private readonly cancel?: AbortSignal,
	) {
		cancel?.addEventListener('abort', this.stop, { once: true });
	}

	/** For the request: the body alone cannot be ended while it waits for its next piece. */
	get signal(): AbortSignal {
		return this.request.signal;
	}

	begin(bytes: ByteStream): void {
		this.begun = true;
		const over = new AbortController();
		bytes.once('close', () => {
			over.abort();
			this.cancel?.removeEventListener('abort', this.stop);
		});
		this.count(bytes);
		void this.look(bytes, over.signal);
	}

	endUnlessBegun(): void {
		if (!this.begun) this.cancel?.removeEventListener('abort', this.stop);
	}

	/** Whatever a stream gives out goes through `push`; to listen for its data would set it flowing. */
	private count(bytes: ByteStream): void {
		const push = bytes.push.bind(bytes);
		bytes.push = (...piece) => {
			this.arrivals += 1;
			return push(...piece);
		};
	}

	private async look(bytes: ByteStream, over: AbortSignal): Promise<void> {
		let before = this.arrivals;
		for (let idle = 0; idle < LOOKS; before = this.arrivals) {
			await pause(this.timeout / LOOKS, over).catch(() => {});
			if (over.aborted) return;
			const waits = this.arrivals === before && bytes.readableLength === 0;
			idle = waits ? idle + 1 : 0;
		}
		this.stalled = true;
		this.request.abort();
	}
}
