import { isListOf, isRecord } from '../record';
import { LOOKED_AT, type ReportPlace } from './place';

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && (value as number) >= 0;

const isListOfTexts = (value: unknown): boolean => isListOf(value, isText);

const isMet = (value: unknown): boolean =>
	isRecord(value) && isCount(value.length) && value.length <= LOOKED_AT && isText(value.hash);

const isStop = (value: unknown): boolean =>
	isRecord(value) && [value.offset, value.records, value.rowsTaken].every(isCount);

const isCsvPlace = (value: unknown): boolean =>
	isStop(value) &&
	isRecord(value) &&
	isListOf(value.head, isListOfTexts) &&
	[1, 2].includes((value.head as unknown[]).length);

const isColumn = (value: unknown): boolean =>
	isListOfTexts(value) && (value as unknown[]).length === 2;

const isXmlPlace = (value: unknown): boolean =>
	isStop(value) &&
	isRecord(value) &&
	isText(value.tags) &&
	(value.rowPath === undefined || isListOfTexts(value.rowPath)) &&
	isListOf(value.columns, isColumn);

/** Whether a value that came from outside has the form of a place. */
export const isPlace = (value: unknown): value is ReportPlace =>
	isRecord(value) &&
	(value.lead === undefined || isCount(value.lead)) &&
	isMet(value.first) &&
	isMet(value.next) &&
	(value.xml === undefined
		? isCsvPlace(value.csv)
		: value.csv === undefined && isXmlPlace(value.xml));
