import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock';

/** Changes within this time are announced together. */
const TOGETHER = 100;
const SECOND = 1000;

const HEADERS = {
	'content-type': 'text/event-stream; charset=utf-8',
	'cache-control': 'no-store',
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
};

/** Tells open pages that something has changed, and what time it is, by server-sent events. */
export class Events {
	private readonly readers = new Set<Reader>();
	private announcing?: NodeJS.Timeout;
	private watching?: NodeJS.Timeout;
	private seenJobs = 0;

	constructor(
		private readonly clock: Clock,
		/** Another one after a reset: pages of the sandbox before it load again. */
		private readonly instance: string,
	) {}

	get readerCount(): number {
		return this.readers.size;
	}

	open(response: ServerResponse): void {
		const reader = new Reader(response);
		response.writeHead(200, HEADERS);
		this.readers.add(reader);
		response.once('close', () => {
			this.readers.delete(reader);
			if (this.readers.size === 0) this.stopWatching();
		});
		reader.send(`retry: 500\n${event('hello', this.instance)}${this.time()}`);
		this.watching ??= setInterval(() => this.look(), SECOND).unref();
	}

	changed(): void {
		if (this.readers.size === 0) return;
		this.announcing ??= setTimeout(() => {
			this.announcing = undefined;
			for (const reader of this.readers) reader.announce(this.time());
		}, TOGETHER).unref();
	}

	close(): void {
		this.stopWatching();
		for (const reader of this.readers) reader.end();
	}

	/** What falls due while nobody sends a request shows as well. */
	private look(): void {
		this.clock.catchUp();
		if (this.clock.jobsRun !== this.seenJobs) this.changed();
		this.seenJobs = this.clock.jobsRun;
		for (const reader of this.readers) reader.send(this.time());
	}

	private time(): string {
		return event('clock', this.clock.nowIso());
	}

	private stopWatching(): void {
		clearInterval(this.watching);
		clearTimeout(this.announcing);
		this.watching = undefined;
		this.announcing = undefined;
	}
}

/** Writes only what the reader takes. One that falls behind gets one announcement when it is ready again. */
class Reader {
	private isFull = false;
	private hasMissed = false;

	constructor(private readonly response: ServerResponse) {
		response.on('drain', () => {
			this.isFull = false;
			if (this.hasMissed) this.announce('');
		});
	}

	announce(time: string): void {
		this.hasMissed = this.isFull;
		this.send(`${event('change', '')}${time}`);
	}

	send(text: string): void {
		if (!this.isFull) this.isFull = !this.response.write(text);
	}

	end(): void {
		this.response.end();
		// A reader that takes nothing would keep the connection open.
		if (this.isFull) this.response.destroy();
	}
}

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;
