import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceFailure } from './serviceFailure';

/** Node's Readable, whose own type community nodes may not import. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer | Uint8Array
>;

/** The body of a download on its way, and what is known of it. */
export interface ServiceStream {
	bytes: ByteStream;
	contentType: string;
	contentLength?: number;
	/** Puts an error that arises while reading into words. */
	broken(error: unknown): ServiceFailure;
}

const ENOUGH_FOR_AN_ERROR = 64 * 1024;

/** The beginning of a body, for errors: whatever comes after it is not read. */
export async function readStart(bytes: ByteStream): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
			chunks.push(chunk);
			size += chunk.length;
			if (size >= ENOUGH_FOR_AN_ERROR) break;
		}
	} catch {
		// The status tells more than the rest of a broken body would: what came of it is enough.
		return Buffer.concat(chunks).toString('utf8');
	}
	return Buffer.concat(chunks).toString('utf8');
}
