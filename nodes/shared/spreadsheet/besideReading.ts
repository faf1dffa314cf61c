/** Lets through what is read, as fast as what is made of it is taken. */
export type Gate = <Read>(source: AsyncIterable<Read>) => AsyncIterable<Read>;

/**
 * What something is made into while it is read: `read` fills `made`, and gets the next of what it
 * reads through the gate when everything made so far has been taken.
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
	const gate: Gate = async function* (source) {
		for await (const read of source) {
			yield read;
			await passOn();
		}
	};
	const run = async () => {
		try {
			await read(gate);
			await passOn();
			await writer.close();
		} catch (error) {
			// The reader of the pieces gets the error. One that has stopped needs none.
			await writer.abort(error);
		}
	};
	void run();
	yield* readable;
}
