import { isCount, isText, listOf, optional, shapeOf } from '../fromOutside';
import { type CsvPlace, LOOKED_AT, type ReportPlace, type XmlPlace } from './place';

const isMet = shapeOf<ReportPlace['first']>({
	length: (value) => isCount(value) && value <= LOOKED_AT,
	hash: isText,
});

const STOP = { offset: isCount, records: isCount, rowsTaken: isCount };

const isHead = (value: unknown): boolean => listOf(listOf(isText), 1)(value) && value.length <= 2;

const isColumn = (value: unknown): value is XmlPlace['columns'][number] =>
	listOf(isText, 2)(value) && value.length === 2;

const isCsvPlace = shapeOf<CsvPlace>({ ...STOP, head: isHead });

const isXmlPlace = shapeOf<XmlPlace>({
	...STOP,
	tags: isText,
	rowPath: optional(listOf(isText)),
	columns: listOf(isColumn),
});

const hasForm = shapeOf<ReportPlace>({
	lead: optional(isCount),
	first: isMet,
	next: isMet,
	csv: optional(isCsvPlace),
	xml: optional(isXmlPlace),
});

/** Whether a value that came from outside is a place in a report of one format. */
export const isPlace = (value: unknown): value is ReportPlace =>
	hasForm(value) && (value.csv === undefined) !== (value.xml === undefined);
