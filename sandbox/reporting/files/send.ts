import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A few pieces ahead of the socket, and no more: the memory stays flat whatever the size. */
const PIECES_AHEAD = 2;

/** Streams a file, compressed where the client takes that. */
export function sendFile(
	request: FastifyRequest,
	reply: FastifyReply,
	chunks: Iterable<Buffer>,
	file: { mimeType: string; name: string },
): FastifyReply {
	const stream = Readable.from(chunks, { highWaterMark: PIECES_AHEAD });
	reply
		.type(`${file.mimeType}; charset=utf-8`)
		.header('vary', 'accept-encoding')
		.header('content-disposition', disposition(file));
	if (!takesGzip(request.headers['accept-encoding'])) return reply.send(stream);
	const gzip = createGzip({ level: constants.Z_BEST_SPEED });
	stream.on('error', (error) => gzip.destroy(error));
	gzip.on('close', () => stream.destroy());
	return reply.header('content-encoding', 'gzip').send(stream.pipe(gzip));
}

function takesGzip(header: string | string[] | undefined): boolean {
	const encodings = [header ?? ''].flat().join(',').split(',');
	return encodings.some((each) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each));
}

function disposition({ name, mimeType }: { mimeType: string; name: string }): string {
	const full = `${name}.${mimeType === 'text/csv' ? 'csv' : 'xml'}`;
	const plain = full.replace(/[^\w.() -]/g, '_');
	const encoded = encodeURIComponent(full).replace(
		/['()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16)}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
