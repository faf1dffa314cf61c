import { omitAbsent } from '../node/output';
import { storeBytes } from '../node/storeBytes';
import type { RowChoices } from '../report/choices';
import { RowKindClassifier } from '../report/classifier';
import { SpreadsheetCsv } from '../spreadsheet/spreadsheetCsv';
import type { FileWriter } from '../spreadsheet/table';
import { formatCellTime, SpreadsheetTimes } from '../spreadsheet/values';
import { Workbook } from '../spreadsheet/workbook';
import { streamClassOf } from '../transport/stream';
import type { ContentChoices } from './choices';
import {
	type ReportsWithZone,
	formatDayRange,
	fileNameWithDays,
	type ItemsAndRowCount,
	zoneIfValid,
	showNotice,
	describeEmptyParts,
	readIntoSink,
	type ExecuteOrPoll,
	type ReportSource,
} from './reading';
import { TableSink } from './tableSink';

/** One file of all reports, written while they are read. */
export async function toSpreadsheet(
	context: ExecuteOrPoll,
	{ first, all, zoned }: ReportsWithZone,
	choices: ContentChoices,
): Promise<ItemsAndRowCount> {
	const { table, sink, classifier } = createSpreadsheetWriter({ ...choices, read: zoned }, first);
	const file = await storeBytes(context, {
		bytes: table.bytes(async (throttle) => {
			await readIntoSink(context, all, sink, (source) => sink.paced(throttle(source)));
			await sink.finish();
		}),
		// Without a download, the rows are in memory anyway.
		streamClass: first?.stream && streamClassOf(first.stream.bytes),
		fileName: first === undefined ? REPORT_SHEET : fileNameWithDays(first),
		mimeType: table.mimeType,
	});
	const totalsNotes = classifier?.notes() ?? [];
	const { summary } = table;
	for (const notice of [...summary.differences, ...totalsNotes]) showNotice(context, `${notice}.`);
	const json = { ...sink.details, ...omitAbsent({ ...summary, totalsNotes }) };
	const items = [{ json, binary: { [choices.binaryPropertyName]: file } }];
	return { items, rowsRead: sink.rowsMet };
}

const REPORT_SHEET = 'Report';

export function createSpreadsheetWriter(
	{ read, format, groupBy }: Pick<ContentChoices, 'read' | 'format' | 'groupBy'>,
	first?: Pick<ReportSource, 'metadata' | 'whole' | 'definition' | 'isAcceptedOnly'>,
): { table: FileWriter; sink: TableSink; classifier?: RowKindClassifier } {
	const zone = read.timeZone;
	const ownZone = zoneIfValid(first?.metadata.timeZone);
	if (format !== 'xlsx') {
		const table = new SpreadsheetCsv(new SpreadsheetTimes(zone, ownZone), { format, zone });
		return { table, sink: new TableSink(read, [], true, table, undefined, first?.whole) };
	}
	const classifier = new RowKindClassifier(first?.definition, first?.isAcceptedOnly);
	const table: Workbook = new Workbook({
		name: `${REPORT_SHEET} ${formatDayRange({ ...first?.metadata, ...first?.whole })}`.trim(),
		empty: 'No transactions',
		groupColumns: groupBy.length,
		...{ zone, ownZone },
		money: classifier,
		notes: () => [...about(sink, read), ...classifier.notes(), ...Object.values(sink.ending)],
	});
	const sink: TableSink = new TableSink(read, groupBy, true, table, classifier, first?.whole);
	return { table, sink, classifier };
}

/** The lines above the figures of the Totals sheet. */
function about(sink: TableSink, { timeZone, filters }: RowChoices): string[] {
	const { together, whole } = sink;
	const times = new SpreadsheetTimes(timeZone);
	const time = (fact = '') => {
		const moment = times.momentOf(fact);
		return typeof moment === 'string' ? fact : formatCellTime(moment);
	};
	const { reportName, reportDate, periodStart, periodEnd } = { ...together, ...whole };
	const period = [time(periodStart), time(periodEnd)].filter(Boolean).join(' to ');
	return [
		[reportName, period || reportDate, timeZone].filter(Boolean).join(', '),
		...describeEmptyParts(sink),
		...filters.map(({ column, comparison, value }) =>
			`Row filter: ${column} ${comparison} ${value}`.trim(),
		),
	];
}
