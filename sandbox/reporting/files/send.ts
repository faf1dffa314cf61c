import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A few pieces ahead of the socket, and no more: the memory stays flat whatever the size. */
const PIECES_AHEAD = 2;

/** Streams a file. */
export const sendFile = (
	reply: FastifyReply,
	chunks: Iterable<Buffer>,
	file: { mimeType: string; name: string },
): FastifyReply =>
	reply
		.type(`${file.mimeType}; charset=utf-8`)
		.header('content-disposition', disposition(file))
		.send(Readable.from(chunks, { highWaterMark: PIECES_AHEAD }));

function disposition({ name, mimeType }: { mimeType: string; name: string }): string {
	const full = `${name}.${mimeType === 'text/csv' ? 'csv' : 'xml'}`;
	const plain = full.replace(/[^\w.() -]/g, '_');
	const encoded = encodeURIComponent(full).replace(
		/['()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16)}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
