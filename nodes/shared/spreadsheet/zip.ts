// The build for Node has worker_threads, which n8n's scan forbids.
import { Zip, type ZipInputFile } from 'fflate/browser';
import { refusal } from '../problem';

/** As the library and the platform take them: of no other thread. */
export type ByteChunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

export interface ZipPart {
	path: string;
	bytes: ByteChunks;
}

const DEFLATED = 8;
const NOTHING = new Uint8Array(0);
/** A zip file counts its bytes and those of each part in 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;

/** Bytes of gzip around the deflated ones. Its end begins with their checksum. */
const GZIP_START = 10;
const GZIP_END = 8;

/** The platform deflates and makes the checksum on a thread of its own: in JavaScript, that takes most of the time. */
class ZipEntry implements ZipInputFile {
	compression = DEFLATED;
	size = 0;
	crc = 0;
	ondata?: ZipInputFile['ondata'];

	constructor(readonly filename: string) {}

	async *deflated(bytes: ByteChunks): ByteChunks {
		const { readable, writable } = new CompressionStream('gzip');
		void this.feed(bytes, writable.getWriter());
		let rest = Buffer.alloc(0);
		let start = GZIP_START;
		for await (const piece of readable) {
			rest = Buffer.concat([rest, piece]);
			if (rest.length < start + GZIP_END) continue;
			yield rest.subarray(start, -GZIP_END);
			rest = rest.subarray(-GZIP_END);
			start = 0;
		}
		this.crc = rest.readUInt32LE();
	}

	/** Piece by piece: the stream itself would take thousands before it asks to wait. */
	private async feed(bytes: ByteChunks, writer: WritableStreamDefaultWriter): Promise<void> {
		try {
			for await (const chunk of bytes) {
				this.size += chunk.length;
				await writer.write(chunk);
			}
			await writer.close();
		} catch (error) {
			// The reader of `readable` gets the error.
			await writer.abort(error);
		}
	}
}

/** A zip file of these parts; none of them is held in memory. */
export async function* zipParts(parts: AsyncIterable<ZipPart>): ByteChunks {
	let made: Array<Uint8Array<ArrayBuffer>> = [];
	let size = 0;
	const zip = new Zip((error, bytes) => {
		if (error !== null) throw error;
		made.push(bytes);
	});
	const finished = (partSize = 0) => {
		const bytes = made;
		made = [];
		for (const { length } of bytes) size += length;
		if (Math.max(size, partSize) > MAX_BYTES) {
			throw refusal(
				'The workbook is larger than 4 GB',
				'Keep fewer columns, filter the rows, or choose File as Output.',
			);
		}
		return bytes;
	};
	for await (const { path, bytes } of parts) {
		const part = new ZipEntry(path);
		zip.add(part);
		for await (const piece of part.deflated(bytes)) {
			part.ondata?.(null, piece, false);
			yield* finished(part.size);
		}
		part.ondata?.(null, NOTHING, true);
	}
	zip.end();
	yield* finished();
}
