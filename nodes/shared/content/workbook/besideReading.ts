import type { Bytes } from '../../report/bytes';

/** Lets bytes through as fast as what is made of them is taken. */
export type Gate = (bytes: Bytes) => Bytes;

/**
 * What reports are made into while they are read: `read` fills `made`, and gets the next bytes of a
 * report, if it reads them through the gate, when everything made so far has been taken.
 */
export async function* besideReading<Piece>(
	made: Piece[],
	read: (gate: Gate) => Promise<void>,
): AsyncIterable<Piece> {
	const { readable, writable } = new TransformStream<Piece, Piece>();
	const writer = writable.getWriter();
	const passOn = async () => {
		for (const piece of made.splice(0)) await writer.write(piece);
	};
	const gate = async function* (bytes: Bytes): Bytes {
		for await (const chunk of bytes) {
			yield chunk;
			await passOn();
		}
	};
	const run = async () => {
		try {
			await read(gate);
			await passOn();
			await writer.close();
		} catch (error) {
			// Whoever takes the pieces meets the error; one who has left needs none.
			await writer.abort(error);
		}
	};
	void run();
	yield* readable;
}
