import { IANAZone } from 'luxon';
import type { ReadChoices } from '../report/choices';
import type { TimeText } from '../report/outputColumns';
import { isUtc } from '../report/columnKinds';
import type { ReportMetadata } from '../report/rowSink';
import { momentText, SpreadsheetTimes } from '../spreadsheet/values';

/** Stands for the zone of the report itself. */
export const REPORT_ZONE = 'report';

const UTC = 'UTC';

/** The zone of the times that come out of a spreadsheet; UTC where that of the report is not known. */
export function zoneOf({ timeZone }: ReadChoices, { timeZone: own = '' }: ReportMetadata): string {
	if (timeZone !== '' && timeZone !== REPORT_ZONE) return timeZone;
	return IANAZone.isValidZone(own) ? own : UTC;
}

/** How times come out in rows; undefined where they stay as they are. */
export function timeTextOf(read: ReadChoices, facts: ReportMetadata): TimeText | undefined {
	if (read.timeZone === '') return undefined;
	const times = new SpreadsheetTimes(zoneOf(read, facts));
	return (text, column) => {
		const moment = times.momentOf(text, isUtc(column));
		return typeof moment === 'string' ? text : momentText(moment);
	};
}
