import type { IDataObject } from 'n8n-workflow';

import { definitionNamed } from '../catalog/definitions';
import { offsetText, utcText } from '../period/period';
import { countIn, isRecord, textIn } from '../text';
import { UnexpectedAnswer } from '../transport/requestError';
import type { ServiceErrorDetails } from '../transport/serviceFailure';
import { describedIn, entriesIn, objectIn } from '../transport/transport';

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

export const isFinal = (status: string): boolean =>
	['COMPLETED', 'NO_DATA', 'ERROR'].includes(status);

/** The endpoints that return a report directly. `time`: how to write the ends of the period. */
export const ON_DEMAND = {
	conversionDetail: {
		path: 'conversion-details',
		words: 'conversion detail',
		time: utcText,
		lists: ['conversionDetails'],
	},
	netFunding: {
		path: 'net-fundings',
		words: 'net funding',
		time: utcText,
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
		time: offsetText,
		lists: ['paymentBatchSummaries'],
	},
	purchaseRefundDetail: {
		path: 'purchase-refund-details',
		words: 'purchase and refund detail',
		time: utcText,
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

export type OnDemand = keyof typeof ON_DEMAND;

export const definitionNameOf = (definition: ReportDefinition): string =>
	definition.reportDefinitionName ?? definition.reportDefintionName ?? '';

export const wireNameOf = ({ id, name }: ReportAttribute): string =>
	(/^\d*$/.test(textIn(id)) && textIn(name)) || textIn(id);

export const reportStatusOf = ({ status, reportStatus }: Report): string =>
	(textIn(reportStatus) || textIn(status)).toUpperCase();

/** The service spells it either way. */
export const reportZoneOf = (of: Report | Subscription = {}): string | undefined =>
	textIn(of.timezone) || textIn(of.timeZone) || undefined;

export const reportFactsOf = (report: Report): Record<string, string | undefined> => ({
	reportId: textIn(report.reportId) || undefined,
	reportName: textIn(report.reportName) || undefined,
	periodStart: textIn(report.reportStartTime) || undefined,
	periodEnd: textIn(report.reportEndTime) || undefined,
	reportCompletedTime: textIn(report.reportCompletedTime) || undefined,
	organizationId: textIn(report.organizationId) || undefined,
	timeZone: reportZoneOf(report),
});

export const definitionOf = (of: Report | Subscription = {}): string | undefined =>
	definitionNamed(textIn(of.reportDefinitionName), textIn(of.reportDefinitionId));

/** If the format is not known. */
export const ANY_FORMAT = 'text/csv, application/xml;q=0.9';

export const theDefinitionIn = (body: unknown): ReportDefinition => ({
	...definitionIn(objectIn(body, 'a report definition')),
	attributes: entriesIn(body, 'attributes'),
});

export const theSubscriptionIn = (body: unknown): Subscription =>
	subscriptionIn(describedIn(body, 'a report subscription', ['reportName', 'reportFields']));

export const theReportIn = (body: unknown): Report =>
	reportIn(describedIn(body, 'a report', ['reportId', 'reportStatus', 'status']));

export const definitionIn = (entry: IDataObject): ReportDefinition =>
	withLists(entry, 'supportedFormats');

export const subscriptionIn = (entry: IDataObject): Subscription =>
	withTexts(withLists(entry, 'reportFields'), 'reportName', 'reportMimeType');

export const reportIn = (entry: IDataObject): Report =>
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
	const texts = wrong.map((key) => [key, textIn(entry[key]) || null]);
	return { ...entry, ...(Object.fromEntries(texts) as IDataObject) };
}

/** A single text is a list of one. */
function withLists(entry: IDataObject, key: string): IDataObject {
	const value = entry[key] ?? null;
	if (value === null) return entry;
	const texts = [value].flat().map(textIn).filter(Boolean);
	return { ...entry, [key]: texts };
}

/** An answer without results has these. */
const BESIDE_LISTS = ['startTime', 'offset', 'limit', 'pageResults'];

/** Empty lists may be missing or null. `mayEnd`: a page after the first may have none of them. */
export function onDemandIn(body: unknown, report: OnDemand, mayEnd: boolean): IDataObject {
	const { words, lists } = ON_DEMAND[report];
	const isEmptyList = Array.isArray(body) && body.length === 0;
	if (isEmptyList || (body === undefined && mayEnd)) return {};
	const { _embedded: embedded, ...outside } = objectIn(body, `a ${words}`);
	const inside = isRecord(embedded) ? embedded : {};
	const answer: IDataObject = { ...outside, ...inside };
	const isList = (key: string) => (lists as readonly string[]).includes(key);
	const isBeside = (key: string) => BESIDE_LISTS.includes(key);
	const names = Object.keys(outside);
	const isNone =
		!countIn(answer.pageResults) &&
		Object.keys(inside).length === 0 &&
		(names.every((key) => key === '_links' || isBeside(key)) || (!mayEnd && names.some(isBeside)));
	if (!isNone && !Object.keys(answer).some(isList)) {
		throw new UnexpectedAnswer(`the answer of the service has none of the lists of a ${words}`);
	}
	return Object.fromEntries(
		Object.entries(answer).filter(([key, value]) => !isList(key) || isEntries(value, key)),
	);
}

function isEntries(entries: unknown, list: string): boolean {
	if ((entries ?? null) === null) return false;
	if (Array.isArray(entries) && entries.every(isRecord)) return true;
	throw new UnexpectedAnswer(`"${list}" in the answer of the service is not a list of entries`);
}

/** The answer to a write: empty, or no error. */
export function acknowledged(body: unknown): IDataObject {
	if (body === undefined || body === null || body === '') return {};
	if (isRecord(body)) return objectIn(body, 'an object');
	throw new UnexpectedAnswer('the answer of the service is not an object');
}

const NO_DATA =
	/\bno[\s_]+(available[\s_]+|matching[\s_]+)?(transactions?|data|records?|results?|reports|subscriptions)\b|transactions?[\s_]+(are[\s_]+)?not[\s_]+available/i;

const THING = /\b(report|definition|subscription|organi[sz]ation|group)\b/i;
const NOT_THERE = /\b(not (be )?found|unknown|does(n['’]t| not) exist)/i;
const NO_THING = /\bno (such )?(report|definition|subscription|organi[sz]ation|group)\b/i;

/** A 404 means "nothing in this period" or "no such report". Its words may tell which. */
export function notFoundSays({
	reason,
	message,
	details,
}: ServiceErrorDetails): 'noData' | 'noSuchThing' | 'unclear' {
	const said = [reason, message, ...details.map((detail) => detail.reason)];
	const words = said.filter(Boolean).join(' ');
	const thing = words.search(THING);
	const isNoThing = NO_THING.test(words) || (thing >= 0 && NOT_THERE.test(words.slice(thing)));
	const isNoData = NO_DATA.test(words);
	if (isNoData === isNoThing) return 'unclear';
	return isNoData ? 'noData' : 'noSuchThing';
}
