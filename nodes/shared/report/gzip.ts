import {
	Z_BUF_ERROR,
	Z_NO_FLUSH,
	Z_OK,
	Z_STREAM_END,
	zlibInflate,
	zlibInflateInit2,
	zlibInflateReset,
	ZStream,
} from 'pako';

const PIECE = 1 << 16;
const GZIP = [0x1f, 0x8b];

export const startsAsGzip = (head: Uint8Array): boolean =>
	GZIP.every((byte, index) => head[index] === byte);
/** The largest window, and nothing but gzip. */
const WINDOW_BITS = 15 + 16;

/**
 * Unpacks a gzip file, whose parts may be several, and checks each part's length and checksum. By a
 * library, because n8n's scan forbids Node's own, and DecompressionStream ends with the first part
 * from Node 24 on.
 */
export async function* unzipped(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
	const stream = new ZStream();
	zlibInflateInit2(stream, WINDOW_BITS);
	let isOpen = true;
	for await (const chunk of source) {
		stream.input = chunk;
		stream.next_in = 0;
		stream.avail_in = chunk.length;
		for (;;) {
			if (!isOpen) {
				skipPadding(stream);
				if (stream.avail_in === 0) break;
				zlibInflateReset(stream);
				isOpen = true;
			}
			stream.output = new Uint8Array(PIECE);
			stream.next_out = 0;
			stream.avail_out = PIECE;
			const status = zlibInflate(stream, Z_NO_FLUSH);
			if (![Z_OK, Z_STREAM_END, Z_BUF_ERROR].some((fine) => fine === status)) {
				throw new Error(`the gzip file is damaged (${stream.msg})`);
			}
			if (stream.next_out > 0) yield stream.output.subarray(0, stream.next_out);
			if (status === Z_STREAM_END) isOpen = false;
			else if (stream.avail_in === 0 && stream.avail_out > 0) break;
		}
	}
	if (isOpen) throw new Error('the gzip file does not end');
}

/** Some programs fill the file up with zeros. */
function skipPadding(stream: ZStream) {
	while (stream.avail_in > 0 && stream.input[stream.next_in] === 0) {
		stream.next_in++;
		stream.avail_in--;
	}
}
