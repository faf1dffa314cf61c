import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceFailure } from './serviceFailure';

/** Node's Readable, whose own type community nodes may not import. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer | Uint8Array
>;

/** n8n stores streams of Node, whose class community nodes may not import: every answer of the service has it. */
export interface StreamClass {
	from(bytes: AsyncIterable<Uint8Array>): ByteStream;
}

/** `length`: as many bytes as announced; `chunks`: the last chunk says so; `unknown`: it looks like a cut. */
export type Ending = 'length' | 'chunks' | 'unknown';

export interface Edges {
	first: Uint8Array;
	last: Uint8Array;
}

/** The body of a download on its way, and what is known of it. */
export interface ServiceStream {
	bytes: ByteStream;
	contentType: string;
	/** How the connection shows that the body ended where it should; to be asked after its last byte. */
	ending(): Ending;
	/** The first and the last piece that arrived. */
	edges(): Edges;
	/** Hides secrets in what is shown of the body. */
	redact(text: string): string;
	/** Puts an error that arises while reading into words. */
	broken(error: unknown): ServiceFailure;
}

export interface Beginning {
	bytes: Uint8Array;
	/** False where there was more than that. */
	isAll: boolean;
	/** What broke the body off. */
	error?: unknown;
}

/** The beginning of a body: whatever comes after so many bytes is not read, and memory stays bounded. */
export async function readBeginning(stream: ByteStream, mostBytes: number): Promise<Beginning> {
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
