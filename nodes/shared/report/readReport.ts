import type { IDataObject } from 'n8n-workflow';

import type { Completeness } from '../completeness';
import { type Bytes, detectReportFormat } from './bytes';
import { CsvReader } from './csv/csvReader';
import { openEndNotice, type Redact, UnlocatedRefusal } from './refusals';
import type { ReportSink } from './reportSink';
import { XmlReader } from './xml/xmlReader';

interface ReportBytes {
	bytes: Bytes;
	mimeType: string;
	/** How the connection shows that they are complete; call it after the last one. */
	completeness?: () => Completeness;
	/** Hides secrets that an error would quote. */
	redact?: Redact;
}

/** Reads a CSV or XML report to its end, or until the sink has enough. */
export async function readReport(
	{ bytes, mimeType, completeness, redact }: ReportBytes,
	sink: ReportSink,
): Promise<void> {
	const report = await detectReportFormat(bytes, { mimeType, redact });
	if (report.format === 'xml') {
		await new XmlReader(sink, report.noReport).read(report.bytes);
		return;
	}
	const reader = new CsvReader(sink, report, () => completeness?.() === 'length');
	await reader.read(report.bytes);
	const notice = openEndNotice(reader.hasOpenEnd, completeness?.());
	if (notice !== undefined && !sink.isFull) sink.addNotice(notice);
}

const cellOf = (value: unknown): string =>
	typeof value === 'string' ? value : (value ?? null) === null ? '' : JSON.stringify(value);

export async function readJsonReport(
	pieces: AsyncIterable<readonly IDataObject[]>,
	columns: readonly string[],
	sink: ReportSink,
): Promise<void> {
	const slots = sink.columns(columns);
	let number = 0;
	const take = (row: IDataObject): boolean => {
		if (number++ === 0) sink.columnsOfDayAreComplete();
		slots.forEach((slot, index) => {
			if (slot >= 0) sink.cells[slot] = cellOf(row[columns[index]]);
		});
		return !sink.accepts() || sink.row();
	};
	try {
		for await (const piece of pieces) if (!piece.every(take)) break;
	} catch (error) {
		throw error instanceof UnlocatedRefusal ? error.at({ row: number }) : error;
	}
}
