import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dialect } from '../../dialects/dialect';
import { Refusal } from '../../refusal';

const CAP = 100;

/** The bytes to answer with: all of a file, or the part that the request asks for where the dialect has parts. */
export function askedBytes(
	request: FastifyRequest,
	reply: FastifyReply,
	dialect: Dialect,
	file: () => Iterable<Buffer>,
): Iterable<Buffer> {
	const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
	if (from === undefined) return file();
	const part = (start: number, most = Infinity): Iterable<Buffer> => {
		let size = 0;
		for (const { length } of file()) size += length;
		const end = Math.min(size, start + most);
		if (start >= size) throw noSuchPart();
		reply
			.code(206)
			.header('content-range', `bytes ${start}-${end - 1}/${size}`)
			.header('content-length', end - start);
		return between(file(), start, end);
	};
	switch (dialect.reading('fileRanges')) {
		case 'ignored':
			return file();
		case 'sent':
			return part(Number(from));
		case 'from-start':
			return part(0);
		case 'capped':
			return part(Number(from), CAP);
		case 'refused':
			throw noSuchPart();
	}
}

const noSuchPart = (): Refusal =>
	new Refusal(416, 'RANGE_NOT_SATISFIABLE', 'The file has no such part.');

function* between(chunks: Iterable<Buffer>, start: number, end: number): Generator<Buffer> {
	let at = 0;
	for (const chunk of chunks) {
		const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
		if (piece.length > 0) yield piece;
		at += chunk.length;
		if (at >= end) return;
	}
}
