import type { IDataObject } from 'n8n-workflow';

import { definitionNameById } from '../catalog/definitions';
import type { OnDemandName } from '../catalog/money';
import { formatIso, formatUtc } from '../period/period';
import { parseCount, isRecord, textOrEmpty } from '../text';
import { UnexpectedResponse } from '../transport/requestError';
import type { ServiceErrorDetails } from '../transport/serviceFailure';
import { parseObjectWithOneOf, parseEntries, parseObject } from '../transport/transport';

export interface ReportAttribute extends IDataObject {
	/** The name for requests; if it's a number, `name` is that. */
	id?: string | number;
	name?: string;
	description?: string;
	default?: boolean;
	required?: boolean;
}

/** The service misspells `reportDefinitionName`. */
export interface ReportDefinition extends IDataObject {
	type?: string;
	reportDefinitionId?: number | string;
	reportDefinitionName?: string;
	reportDefintionName?: string;
	supportedFormats?: string[];
	description?: string;
	subscriptionType?: string;
	attributes?: ReportAttribute[];
}

export interface Subscription extends IDataObject {
	reportName?: string;
	reportDefinitionName?: string;
	reportMimeType?: string;
	reportFrequency?: string;
	reportFields?: string[];
}

/** In lists it has a `status`, in its details a `reportStatus`. */
export interface Report extends IDataObject {
	reportId?: string;
	reportName?: string;
	reportMimeType?: string;
	status?: string;
	reportStatus?: string;
	reportStartTime?: string;
	reportEndTime?: string;
	organizationId?: string;
	reportCompletedTime?: string;
	queuedTime?: string;
}

export const isFinalStatus = (status: string): boolean =>
	['COMPLETED', 'NO_DATA', 'ERROR'].includes(status);

/** The endpoints that return a report directly. `time`: how to write the ends of the period. */
export const ON_DEMAND_REPORTS = {
	conversionDetail: {
		path: 'conversion-details',
		words: 'conversion detail',
		time: formatUtc,
		lists: ['conversionDetails'],
	},
	netFunding: {
		path: 'net-fundings',
		words: 'net funding',
		time: formatUtc,
		lists: [
			'netFundingSummaries',
			'totalPurchases',
			'totalRefunds',
			'totalFees',
			'totalChargebacks',
			'netTotal',
		],
	},
	paymentBatchSummary: {
		path: 'payment-batch-summaries',
		words: 'payment batch summary',
		time: formatIso,
		lists: ['paymentBatchSummaries'],
	},
	purchaseRefundDetail: {
		path: 'purchase-refund-details',
		words: 'purchase and refund detail',
		time: formatUtc,
		lists: [
			'requestDetails',
			'settlements',
			'authorizations',
			'feeAndFundingDetails',
			'others',
			'settlementStatuses',
		],
	},
} as const;

export const definitionNameOf = (definition: ReportDefinition): string =>
	definition.reportDefinitionName ?? definition.reportDefintionName ?? '';

export const attributeNameOf = ({ id, name }: ReportAttribute): string =>
	(/^\d*$/.test(textOrEmpty(id)) && textOrEmpty(name)) || textOrEmpty(id);

export const reportStatusOf = ({ status, reportStatus }: Report): string =>
	(textOrEmpty(reportStatus) || textOrEmpty(status)).toUpperCase();

/** The service spells it either way. */
export const reportZoneOf = (of: Report | Subscription = {}): string | undefined =>
	textOrEmpty(of.timezone) || textOrEmpty(of.timeZone) || undefined;

export const reportMetadataOf = (report: Report): Record<string, string | undefined> => ({
	reportId: textOrEmpty(report.reportId) || undefined,
	reportName: textOrEmpty(report.reportName) || undefined,
	periodStart: textOrEmpty(report.reportStartTime) || undefined,
	periodEnd: textOrEmpty(report.reportEndTime) || undefined,
	reportCompletedTime: textOrEmpty(report.reportCompletedTime) || undefined,
	organizationId: textOrEmpty(report.organizationId) || undefined,
	timeZone: reportZoneOf(report),
});

export const definitionNameOfReport = (of: Report | Subscription = {}): string | undefined =>
	textOrEmpty(of.reportDefinitionName) || definitionNameById(textOrEmpty(of.reportDefinitionId));

/** If the format is not known. */
export const CSV_OR_XML = 'text/csv, application/xml;q=0.9';

export const parseDefinition = (body: unknown): ReportDefinition => ({
	...normalizeDefinition(parseObject(body, 'a report definition')),
	attributes: parseEntries(body, 'attributes'),
});

export const parseSubscription = (body: unknown): Subscription =>
	normalizeSubscription(
		parseObjectWithOneOf(body, 'a report subscription', ['reportName', 'reportFields']),
	);

export const parseReport = (body: unknown): Report =>
	normalizeReport(parseObjectWithOneOf(body, 'a report', ['reportId', 'reportStatus', 'status']));

export const normalizeDefinition = (entry: IDataObject): ReportDefinition =>
	withLists(entry, 'supportedFormats');

export const normalizeSubscription = (entry: IDataObject): Subscription =>
	withTexts(withLists(entry, 'reportFields'), 'reportName', 'reportMimeType');

export const normalizeReport = (entry: IDataObject): Report =>
	withTexts(
		entry,
		'reportId',
		'reportName',
		'reportMimeType',
		'reportStartTime',
		'reportEndTime',
		'reportCompletedTime',
		'queuedTime',
	);

/** Numbers as text; anything else is left out. */
function withTexts(entry: IDataObject, ...keys: string[]): IDataObject {
	const wrong = keys.filter(
		(key) => typeof entry[key] !== 'string' && (entry[key] ?? null) !== null,
	);
	const texts = wrong.map((key) => [key, textOrEmpty(entry[key]) || null]);
	return { ...entry, ...(Object.fromEntries(texts) as IDataObject) };
}

/** A single text is a list of one. */
function withLists(entry: IDataObject, key: string): IDataObject {
	const value = entry[key] ?? null;
	if (value === null) return entry;
	const texts = [value].flat().map(textOrEmpty).filter(Boolean);
	return { ...entry, [key]: texts };
}

/** A response without results has these. */
const BESIDE_LISTS = ['startTime', 'offset', 'limit', 'pageResults'];

/** Empty lists may be missing or null. `mayEnd`: a page after the first may have none of them. */
export function parseOnDemandBody(
	body: unknown,
	report: OnDemandName,
	mayEnd: boolean,
): IDataObject {
	const { words, lists } = ON_DEMAND_REPORTS[report];
	const isEmptyList = Array.isArray(body) && body.length === 0;
	if (isEmptyList || (body === undefined && mayEnd)) return {};
	const { _embedded: embedded, ...outside } = parseObject(body, `a ${words}`);
	const inside = isRecord(embedded) ? embedded : {};
	const merged: IDataObject = { ...outside, ...inside };
	const isList = (key: string) => (lists as readonly string[]).includes(key);
	const isBeside = (key: string) => BESIDE_LISTS.includes(key);
	const names = Object.keys(outside);
	const isNone =
		!parseCount(merged.pageResults) &&
		Object.keys(inside).length === 0 &&
		(names.every((key) => key === '_links' || isBeside(key)) || (!mayEnd && names.some(isBeside)));
	if (!isNone && !Object.keys(merged).some(isList)) {
		throw new UnexpectedResponse(`the response has none of the lists of a ${words}`);
	}
	return Object.fromEntries(
		Object.entries(merged).filter(([key, value]) => !isList(key) || isEntries(value, key)),
	);
}

function isEntries(entries: unknown, list: string): boolean {
	if ((entries ?? null) === null) return false;
	if (Array.isArray(entries) && entries.every(isRecord)) return true;
	throw new UnexpectedResponse(`"${list}" in the response is not a list of entries`);
}

/** Empty, or no error. */
export function parseWriteBody(body: unknown): IDataObject {
	if (body === undefined || body === null || body === '') return {};
	if (isRecord(body)) return parseObject(body, 'an object');
	throw new UnexpectedResponse('the response is not an object');
}

const NO_DATA =
	/\bno[\s_]+(available[\s_]+|matching[\s_]+)?(transactions?|data|records?|results?|reports|subscriptions)\b|transactions?[\s_]+(are[\s_]+)?not[\s_]+available/i;

const THING = /\b(report|definition|subscription|organi[sz]ation|group)\b/i;
const NOT_THERE = /\b(not (be )?found|unknown|does(n['’]t| not) exist)/i;
const NO_THING = /\bno (such )?(report|definition|subscription|organi[sz]ation|group)\b/i;

/** A 404 means "nothing in this period" or "no such report". Its words may tell which. */
export function classifyNotFound({
	reason,
	message,
	details,
}: ServiceErrorDetails): 'noData' | 'noSuchThing' | 'unclear' {
	const texts = [reason, message, ...details.map((detail) => detail.reason)];
	const words = texts.filter(Boolean).join(' ');
	const thing = words.search(THING);
	const isNoThing = NO_THING.test(words) || (thing >= 0 && NOT_THERE.test(words.slice(thing)));
	const isNoData = NO_DATA.test(words);
	if (isNoData === isNoThing) return 'unclear';
	return isNoData ? 'noData' : 'noSuchThing';
}
