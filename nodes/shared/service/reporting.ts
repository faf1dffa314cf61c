import { XMLParser } from 'fast-xml-parser';
import type { IDataObject } from 'n8n-workflow';

import { offsetText, utcText, type Period } from '../period/period';
import { isRecord } from '../record';
import type { Query, ServiceRequest } from '../transport/request';
import type { ServiceFailure } from '../transport/serviceFailure';
import type { ServiceStream } from '../transport/stream';
import type { Outcome, Transport } from '../transport/transport';
import { found, UnexpectedAnswer } from '../transport/transport';
import { entriesIn, entriesOrNone, objectIn, textIn } from './answers';
import { saysNoData } from './noData';
import type { Once } from './once';
import { once } from './once';
import { PATHS } from './paths';

/** A column that a type of report can have; `id` is what a report asks for. */
export interface Attribute extends IDataObject {
	id?: string;
	name?: string;
	description?: string;
	default?: boolean;
	required?: boolean;
}

/** A type of report as the service describes it. It misspells its own name, which is read either way. */
export interface ReportDefinition extends IDataObject {
	type?: string;
	reportDefinitionId?: number | string;
	reportDefinitionName?: string;
	reportDefintionName?: string;
	supportedFormats?: string[];
	description?: string;
	subscriptionType?: string;
	attributes?: Attribute[];
}

/** A report that the service makes again and again. */
export interface Subscription extends IDataObject {
	reportName?: string;
	reportDefinitionName?: string;
	reportMimeType?: string;
	reportFrequency?: string;
	reportFields?: string[];
}

/** A generated report: an entry of the list calls its state `status`, its details call it `reportStatus`. */
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

/** Which of its times a list of reports goes by. */
export type TimeQueryType = 'executedTime' | 'reportTimeFrame';

/** What a question about transactions gives: an answer, or the word that there are none. */
export type Answered<Body> =
	{ kind: 'found'; body: Body } | { kind: 'empty'; failure: ServiceFailure };

/** What became of an order of a report. */
export type OrderOutcome =
	| Once<Report | 'unchanged'>
	/** There are no transactions in the period. */
	| { outcome: 'empty'; failure: ServiceFailure }
	/** The service is making as many reports as it makes at a time. */
	| { outcome: 'noPlace'; failure: ServiceFailure };

/** With these words the service refuses a fourth report while it makes three. */
const NO_PLACE = /LIMIT_REACHED|one-time reports? (are|is) (still )?(in progress|being made)/i;

const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: true });
const readXml = (text: string): unknown => xml.parse(text);

const {
	reportDefinitions: DEFINITIONS,
	reportSubscriptions: SUBSCRIPTIONS,
	reports: REPORTS,
} = PATHS;

export const JSON_FORMAT = 'application/json';

/** The endpoints that give a report directly, and how each writes the ends of a period. */
const ON_DEMAND = {
	conversionDetail: { path: PATHS.conversionDetails, words: 'conversion detail', time: utcText },
	netFunding: { path: PATHS.netFundings, words: 'net funding', time: utcText },
	paymentBatchSummary: {
		path: PATHS.paymentBatchSummaries,
		words: 'payment batch summary',
		time: offsetText,
	},
	purchaseRefundDetail: {
		path: PATHS.purchaseRefundDetails,
		words: 'purchase and refund detail',
		time: utcText,
	},
} as const;

export type OnDemand = keyof typeof ON_DEMAND;

export const definitionNameOf = (definition: ReportDefinition): string =>
	definition.reportDefinitionName ?? definition.reportDefintionName ?? '';

export const wireNameOf = ({ id, name }: Attribute): string => id ?? name ?? '';

export const reportStatusOf = ({ status, reportStatus }: Report): string =>
	(textIn(reportStatus) || textIn(status)).toUpperCase();

/**
 * The reporting service: each endpoint once, for one organization ('' for that of the credential).
 * `operation` begins the messages of what fails.
 */
export class Reporting {
	constructor(
		private readonly transport: Transport,
		readonly organizationId = '',
	) {}

	async listDefinitions(
		query: { subscriptionType?: string } = {},
		operation = 'Get report definitions',
	): Promise<ReportDefinition[]> {
		return found(await this.definitions(query, operation));
	}

	/** Report types exist for every organization: one that has none is not known to the service. */
	async knowsOrganization(operation: string): Promise<boolean> {
		return (await this.definitions({}, operation)).kind !== 'notFound';
	}

	private async definitions(query: Query, operation: string): Promise<Outcome<ReportDefinition[]>> {
		return await this.transport.json(
			this.get(operation, DEFINITIONS, query),
			(body) => entriesIn(body, 'reportDefinitions') as ReportDefinition[],
		);
	}

	async getDefinition(
		name: string,
		query: { download?: boolean; reportMimeType?: string; subscriptionType?: string } = {},
	): Promise<ReportDefinition> {
		const request = this.get(`Get report definition "${name}"`, [...DEFINITIONS, name], query);
		return found(
			await this.transport.json(request, (body): ReportDefinition => {
				const definition = objectIn(body, 'a report definition');
				const attributes = entriesOrNone(body, 'attributes') as Attribute[];
				return { ...definition, attributes };
			}),
		);
	}

	/** All subscriptions. A merchant without any is answered "not found", which is an empty list. */
	async listSubscriptions(): Promise<Subscription[]> {
		const request = this.get('Get report subscriptions', SUBSCRIPTIONS);
		const outcome = await this.transport.json(request, (body) => entriesIn(body, 'subscriptions'));
		return outcome.kind === 'notFound' ? [] : found(outcome);
	}

	async getSubscription(
		name: string,
		operation = `Get report subscription "${name}"`,
	): Promise<Subscription> {
		return found(await this.subscription(name, operation));
	}

	/** Undefined where there is no subscription of this name. */
	async findSubscription(name: string, operation: string): Promise<Subscription | undefined> {
		const outcome = await this.subscription(name, operation);
		return outcome.kind === 'notFound' ? undefined : found(outcome);
	}

	private async subscription(name: string, operation: string): Promise<Outcome<Subscription>> {
		return await this.transport.json(this.get(operation, [...SUBSCRIPTIONS, name]), (body) =>
			objectIn(body, 'a report subscription'),
		);
	}

	async saveSubscription(name: string, body: IDataObject): Promise<'saved' | 'unchanged'> {
		const request: ServiceRequest = {
			...this.get(`Create or update report subscription "${name}"`, SUBSCRIPTIONS),
			method: 'PUT',
			body,
		};
		const outcome = await this.transport.json(request, acknowledged);
		if (outcome.kind === 'notModified') return 'unchanged';
		found(outcome);
		return 'saved';
	}

	async deleteSubscription(name: string, operation: string): Promise<'deleted' | 'notThere'> {
		const request: ServiceRequest = {
			...this.get(operation, [...SUBSCRIPTIONS, name]),
			method: 'DELETE',
		};
		const outcome = await this.transport.json(request, acknowledged);
		if (outcome.kind === 'notFound') return 'notThere';
		found(outcome);
		return 'deleted';
	}

	async listReports(
		period: Period,
		timeQueryType: TimeQueryType,
		filters: Query = {},
		operation = 'Get reports',
	): Promise<Answered<Report[]>> {
		return unlessEmpty(await this.reports(period, timeQueryType, filters, operation), false);
	}

	/** The reports made in a time, for whoever waits for them: undefined on "not found", whatever it says. */
	async findReports(period: Period, operation: string): Promise<Report[] | undefined> {
		const outcome = await this.reports(period, 'executedTime', {}, operation);
		return outcome.kind === 'notFound' ? undefined : found(outcome);
	}

	private async reports(
		{ start, end }: Period,
		timeQueryType: TimeQueryType,
		filters: Query,
		operation: string,
	): Promise<Outcome<Report[]>> {
		const request = this.get(operation, REPORTS, {
			startTime: utcText(start),
			endTime: utcText(end),
			timeQueryType,
			...filters,
		});
		return await this.transport.json(request, (body) => entriesIn(body, 'reportSearchResults'));
	}

	async getReport(id: string): Promise<Answered<Report>> {
		const request = this.get(`Get report ${id}`, [...REPORTS, id]);
		return unlessEmpty(
			await this.transport.json(request, (body) => objectIn(body, 'a report')),
			true,
		);
	}

	/** `look`: finds the report by what was ordered. */
	async orderReport(
		name: string,
		body: IDataObject,
		look: () => Promise<Report | undefined>,
	): Promise<OrderOutcome> {
		const request: ServiceRequest = {
			...this.get(`Create one-time report "${name}"`, REPORTS),
			method: 'POST',
			body,
			repeatable: 'whenRefused',
		};
		const order = await once<Report | 'unchanged'>(this.transport, {
			send: async () => {
				const outcome = await this.transport.json(request, acknowledged);
				return outcome.kind === 'notModified' ? 'unchanged' : found(outcome);
			},
			look,
			lookFirst: true,
			again: true,
		});
		if (order.outcome !== 'notMade') return order;
		const { failure } = order;
		const { status, complaint } = failure;
		if (status === 404 && saysNoData(complaint, true)) return { outcome: 'empty', failure };
		const isFull = status === 400 && NO_PLACE.test(`${complaint.reason} ${complaint.message}`);
		return isFull ? { outcome: 'noPlace', failure } : order;
	}

	async downloadById(
		id: string,
		accept: string,
		operation = `Download report ${id}`,
	): Promise<Answered<ServiceStream>> {
		return await this.download(this.get(operation, [...REPORTS, id]), accept, true);
	}

	async downloadByName(
		reportName: string,
		reportDate: string,
		accept: string,
		download?: true,
	): Promise<Answered<ServiceStream>> {
		const query = { reportName, reportDate, download };
		const operation = `Download report "${reportName}" of ${reportDate}`;
		return await this.download(this.get(operation, PATHS.reportDownloads, query), accept, true);
	}

	/** An on-demand report as JSON. */
	async onDemand<Body extends object>(
		report: OnDemand,
		period: Period,
		query: Query = {},
	): Promise<Answered<Body>> {
		const { words } = ON_DEMAND[report];
		const outcome = await this.transport.json(
			this.onDemandRequest(report, period, query),
			(body) => (body === undefined ? {} : objectIn(body, `a ${words}`)) as Body,
		);
		// Beyond the last result there is nothing, whatever the service says about it.
		if (outcome.kind === 'notFound' && Number(query.offset ?? 0) > 0) {
			return { kind: 'empty', failure: outcome.failure };
		}
		return unlessEmpty(outcome, false);
	}

	/** The same as a file, for the two reports that have a choice of format. */
	async onDemandFile(
		report: 'conversionDetail' | 'purchaseRefundDetail',
		period: Period,
		accept: string,
		query: Query = {},
	): Promise<Answered<ServiceStream>> {
		return await this.download(this.onDemandRequest(report, period, query), accept, false);
	}

	private onDemandRequest(report: OnDemand, { start, end }: Period, query: Query): ServiceRequest {
		const { path, words, time } = ON_DEMAND[report];
		return this.get(`Get ${words}`, path, {
			startTime: time(start),
			endTime: time(end),
			...query,
		});
	}

	private async download(
		request: ServiceRequest,
		accept: string,
		oneCertainReport: boolean,
	): Promise<Answered<ServiceStream>> {
		return unlessEmpty(await this.transport.stream({ ...request, accept }), oneCertainReport);
	}

	private get(operation: string, path: readonly string[], query?: Query): ServiceRequest {
		const { organizationId } = this;
		return { operation, method: 'GET', path, query, organizationId, readXml };
	}
}

/** An answer to a write may be empty; what it says, if anything, must not be an error. */
function acknowledged(body: unknown): IDataObject {
	if (body === undefined || body === null || body === '') return {};
	if (isRecord(body)) return objectIn(body, 'an object');
	throw new UnexpectedAnswer('the answer of the service is not an object');
}

/** "Not found" may mean that there are no transactions: that is an empty answer, not an error. */
function unlessEmpty<Body>(outcome: Outcome<Body>, oneCertainReport: boolean): Answered<Body> {
	if (outcome.kind === 'notFound' && saysNoData(outcome.failure.complaint, oneCertainReport)) {
		return { kind: 'empty', failure: outcome.failure };
	}
	return { kind: 'found', body: found(outcome) };
}
