import type { IExecuteFunctions } from 'n8n-workflow';

import type { Completeness } from '../completeness';
import type { ServiceFailure } from './serviceFailure';

/** Node's Readable, whose own type community nodes may not import. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer | Uint8Array
>;

/** The class of Node's streams. */
export interface StreamClass {
	from(bytes: AsyncIterable<Uint8Array>): ByteStream;
}

/** n8n stores only Node's streams, whose class community nodes may not import. A download has it. */
export const streamClassOf = (bytes: ByteStream): StreamClass =>
	bytes.constructor as unknown as StreamClass;

/** By their names in small letters. */
export type Headers = Partial<Record<string, string>>;

export interface Download {
	bytes: ByteStream;
	contentType: string;
	/** Known after the last byte. */
	completeness(): Completeness;
	/** Hides secrets in what is shown of the body. */
	redact(text: string): string;
	/** `error`: what went wrong while reading. */
	broken(error: unknown): ServiceFailure;
}

interface BodyStart {
	bytes: Uint8Array;
	/** False where there was more than that. */
	isAll: boolean;
	error?: unknown;
}

/** What comes after this many bytes is not read, so memory stays bounded. */
export async function readBodyStart(stream: ByteStream, mostBytes: number): Promise<BodyStart> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	let error: unknown;
	try {
		for await (const chunk of stream as AsyncIterable<Uint8Array>) {
			chunks.push(chunk);
			size += chunk.length;
			if (size > mostBytes) break;
		}
	} catch (reason) {
		error = reason;
	}
	const bytes = Buffer.concat(chunks);
	return { bytes: bytes.subarray(0, mostBytes), isAll: size <= mostBytes, error };
}

/**
 * Ends a response that takes too long, or whose execution the user stops. n8n's own timeout covers only the beginning.
 */
export class ResponseTimeout {
	/** Whether it ended the response. */
	isOver = false;

	/** Bytes of a download. */
	received = 0;

	/** For the request: the body alone cannot be ended while it waits for its next piece. */
	readonly signal: AbortSignal;

	private readonly request = new AbortController();

	private readonly end = () => {
		this.isOver = true;
		this.request.abort();
	};

	private alarm?: AbortSignal;

	constructor(
		readonly timeout: number,
		cancel?: AbortSignal,
	) {
		const { signal } = this.request;
		this.signal = cancel === undefined ? signal : AbortSignal.any([signal, cancel]);
		this.start();
	}

	done(): void {
		this.alarm?.removeEventListener('abort', this.end);
	}

	/** Each part of a download has this time. They are read from what this gives. */
	follow(bytes: ByteStream): ByteStream {
		this.done();
		bytes.once('close', () => this.done());
		return streamClassOf(bytes).from({ [Symbol.asyncIterator]: () => this.timed(bytes) });
	}

	/** No generator: one that waits for its next part cannot be ended. */
	private timed(bytes: ByteStream): AsyncIterator<Uint8Array> {
		const parts = bytes[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
		return {
			next: async () => {
				this.start();
				const part = await parts.next();
				this.done();
				this.received += part.value?.length ?? 0;
				return part;
			},
			return: async () => {
				bytes.destroy();
				return { done: true, value: undefined };
			},
		};
	}

	/** Not n8n's sleep, which builds an error with its stack for each one that is no longer needed. */
	private start(): void {
		this.alarm = AbortSignal.timeout(this.timeout);
		this.alarm.addEventListener('abort', this.end, { once: true });
	}
}
