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

/**
 * `length`: as many bytes as announced; `chunks`: the last chunk says so; `twice`: so it does, and a second download
 * ended with the same byte; `unknown`: it looks like a cut.
 */
export type Ending = 'length' | 'chunks' | 'twice' | 'unknown';

export interface Edges {
	first: Uint8Array;
	last: Uint8Array;
}

/** Those of an answer, by their names in small letters. */
export type Headers = Partial<Record<string, string>>;

/** What tells one version of a file from another, as far as the service says. */
export interface Version {
	/** In bytes. */
	size?: number;
	etag?: string;
	lastModified?: string;
}

/** The rest of a file: from a byte on, of the version that is known. */
export interface Part {
	from: number;
	version: Version;
}

/** The body of a download on its way, and what is known of it. */
export interface ServiceStream {
	bytes: ByteStream;
	contentType: string;
	/** Which byte of the file it begins with. */
	from: number;
	version: Version;
	/** Of a part: asks for all of the file instead. */
	whole?(): Promise<ServiceStream>;
	/** How the connection shows that the body ended where it should; to be asked after its last byte. */
	ending(): Ending;
	/**
	 * Downloads it once more where its last line has no end and nothing but the last chunk says that it is whole: a
	 * server in between may have closed what was interrupted. To be called after the last byte.
	 */
	confirmEnd(): Promise<void>;
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

/** The beginning of a body: whatever comes after this many bytes is not read, so memory stays bounded. */
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

const GZIP = [0x1f, 0x8b];
const LINE_ENDS = [0x0a, 0x0d];
const TAG = 0x3c;

/** Whether a body that is CSV goes to its end without the end of a line; zipped or XML shows its end itself. */
export function hasOpenLine({ first, last }: Edges): boolean {
	const isZipped = GZIP.every((byte, index) => first[index] === byte);
	const isXml = first.subarray(0, 8).includes(TAG);
	const end = last.findLast((byte) => byte !== 0);
	return !isZipped && !isXml && end !== undefined && !LINE_ENDS.includes(end);
}

/** At sizes like these something may have cut a body each time. */
const CUTS = [1000, 1024];

/** Whether a second download ends as the first one did; it is read to its end. */
export async function endsAlike(
	{ last, received }: { last: Uint8Array; received: number },
	bytes: ByteStream,
): Promise<boolean> {
	let size = 0;
	let end: Uint8Array = new Uint8Array();
	for await (const piece of bytes as AsyncIterable<Uint8Array>) {
		size += piece.length;
		if (piece.length > 0) end = piece;
	}
	const shared = Math.min(last.length, end.length);
	const isSame = Buffer.from(last.slice(-shared)).equals(end.slice(-shared));
	return isSame && size === received && CUTS.every((cut) => size % cut !== 0);
}
