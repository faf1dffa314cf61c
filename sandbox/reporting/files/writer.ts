import type { Transaction } from '../ledger/transaction';
import { csvWriter } from './csv';
import type { Layout, MimeType, ReportWriter } from './layout';
import { xmlWriter } from './xml';

const CHUNK = 64 * 1024;

/** The writer of the format. */
export function writerFor(mimeType: MimeType, layout: Layout): ReportWriter {
	return mimeType === 'text/csv' ? csvWriter(layout) : xmlWriter(layout);
}

/** The whole file in pieces of a size that suits a socket, made only as they are asked for. */
export function* fileChunks(
	writer: ReportWriter,
	transactions: Iterable<Transaction>,
): Generator<Buffer> {
	let text = writer.head();
	for (const transaction of transactions) {
		text += writer.transition(transaction) + writer.row(transaction);
		if (text.length >= CHUNK) {
			yield Buffer.from(text);
			text = '';
		}
	}
	yield Buffer.from(text + writer.tail());
}
