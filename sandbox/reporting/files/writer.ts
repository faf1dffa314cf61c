import { csvWriter } from './csv';
import type { Layout, MimeType, ReportWriter } from './layout';
import { xmlWriter } from './xml';

/** The writer of the format. */
export function writerFor(mimeType: MimeType, layout: Layout): ReportWriter {
	return mimeType === 'text/csv' ? csvWriter(layout) : xmlWriter(layout);
}
