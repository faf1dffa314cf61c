import { XMLParser } from 'fast-xml-parser';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { instant } from '../period/instant';
import { utcText, type Period } from '../period/period';
import { isRecord } from '../record';
import type { Complaint } from '../transport/complaint';
import type { Query, ServiceRequest } from '../transport/request';
import { ServiceFailure } from '../transport/serviceFailure';
import type { Part, ServiceStream } from '../transport/stream';
import type { Outcome, Transport } from '../transport/transport';
import { found } from '../transport/transport';
import { entriesIn, entriesOrNone, textIn } from './answers';
import { notFoundSays, saysNotThere } from './noData';
import type { Once } from './once';
import { once, orFailure } from './once';
import { PATHS } from './paths';
import type {
	OnDemand,
	Report,
	ReportDefinition,
	Attribute,
	Subscription,
} from './reportingAnswers';
import {
	acknowledged,
	definitionIn,
	isFinal,
	ON_DEMAND,
	onDemandIn,
	reportIn,
	reportStatusOf,
	subscriptionIn,
	theDefinitionIn,
	theReportIn,
	theSubscriptionIn,
} from './reportingAnswers';

/** Which of its times a list of reports goes by. */
export type TimeQueryType = 'executedTime' | 'reportTimeFrame';

/** What a question about transactions gives: an answer, or the word that there are none. */
export type Answered<Body> =
	{ kind: 'found'; body: Body } | { kind: 'empty'; failure: ServiceFailure };

/** What happened to an order of a report. */
export type OrderOutcome =
	| Once<Report | 'unchanged'>
	/** There are no transactions in the period. */
	| { outcome: 'empty'; failure: ServiceFailure }
	/** The service is making as many reports as it makes at a time. */
	| { outcome: 'noPlace'; failure: ServiceFailure };

/** With these words the service refuses a fourth report while it makes three. */
const NO_PLACE = /LIMIT_REACHED|one-time reports? (are|is) (still )?(in progress|being made)/i;

/** With these a service may refuse it, in other words. */
const MAY_BE_FULL = [200, 400, 409, 422, 429];

/** How long before a refusal, at most, the reports ended that were in its way. */
const A_SHORT_WHILE = 15 * 60_000;

/** How many one-time reports are made at a time. */
export const AT_A_TIME = 3;

const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: true });
const readXml = (text: string): unknown => xml.parse(text);

const {
	reportDefinitions: DEFINITIONS,
	reportSubscriptions: SUBSCRIPTIONS,
	reports: REPORTS,
} = PATHS;

export const JSON_FORMAT = 'application/json';

/**
 * The reporting service: each endpoint once, for one organization ('' for that of the credential).
 * `operation` begins the messages of what fails.
 */
export class Reporting {
	constructor(
		private readonly transport: Transport,
		readonly organizationId = '',
		/** Whether a 404 that may mean anything stands for an empty result. */
		private readonly unclearIsEmpty = false,
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
		return await this.read(this.get(operation, DEFINITIONS, query), (body) =>
			entriesIn(body, 'reportDefinitions').map(definitionIn),
		);
	}

	async getDefinition(
		name: string,
		query: { download?: boolean; reportMimeType?: string; subscriptionType?: string } = {},
	): Promise<ReportDefinition> {
		const request = this.get(`Get report definition "${name}"`, [...DEFINITIONS, name], query);
		return found(
			await this.read(request, (body): ReportDefinition => {
				const definition = theDefinitionIn(body);
				const attributes = entriesOrNone(body, 'attributes') as Attribute[];
				return { ...definition, attributes };
			}),
		);
	}

	/** All subscriptions. A merchant without any is answered "not found", which is an empty list. */
	async listSubscriptions(): Promise<Subscription[]> {
		const operation = 'Get report subscriptions';
		const outcome = await this.read(this.get(operation, SUBSCRIPTIONS), (body) =>
			entriesIn(body, 'subscriptions').map(subscriptionIn),
		);
		const answered = await this.listOrEmpty(outcome, operation);
		return answered.kind === 'found' ? answered.body : [];
	}

	/**
	 * A list that is "not found" is empty, unless nothing is found at all: report types exist for everyone,
	 * so where those are not found either, the address or the organization is wrong.
	 */
	private async listOrEmpty<Body>(
		outcome: Outcome<Body>,
		operation: string,
	): Promise<Answered<Body>> {
		if (outcome.kind !== 'notFound') return { kind: 'found', body: found(outcome) };
		const { failure } = outcome;
		const isClear = notFoundSays(failure.complaint) === 'noData';
		if (isClear || (await this.knowsOrganization(operation))) return { kind: 'empty', failure };
		throw failure;
	}

	async getSubscription(
		name: string,
		operation = `Get report subscription "${name}"`,
	): Promise<Subscription> {
		return found(await this.subscription(name, operation));
	}

	/** To be changed and sent back; undefined where there is no subscription of this name. */
	async findSubscription(name: string, operation: string): Promise<Subscription | undefined> {
		const outcome = await this.subscription(name, operation, true);
		return outcome.kind === 'notFound' ? undefined : found(outcome);
	}

	private async subscription(
		name: string,
		operation: string,
		isSentBack = false,
	): Promise<Outcome<Subscription>> {
		const request = { ...this.get(operation, [...SUBSCRIPTIONS, name]), isSentBack };
		return await this.read(request, (body) => theSubscriptionIn(entryNamed(name, body)));
	}

	/**
	 * `extra`: fields that the service once answered with. They go along where it accepts them; otherwise the
	 * subscription is saved without, and they are named.
	 */
	async saveSubscription(
		name: string,
		body: IDataObject,
		extra: IDataObject = {},
	): Promise<{ outcome: 'saved' | 'unchanged'; notAccepted: string[] }> {
		const save = async (all: IDataObject) => {
			const request: ServiceRequest = {
				...this.get(`Create or update report subscription "${name}"`, SUBSCRIPTIONS),
				method: 'PUT',
				body: all,
			};
			const outcome = await this.transport.json(request, acknowledged);
			if (outcome.kind === 'notModified') return 'unchanged';
			found(outcome);
			return 'saved';
		};
		const names = Object.keys(extra);
		const outcome = await orFailure(save({ ...extra, ...body }));
		if (!(outcome instanceof ServiceFailure)) return { outcome, notAccepted: [] };
		const isRefused = outcome.status === 400 || outcome.status === 422;
		if (!isRefused || names.length === 0) throw outcome;
		return { outcome: await save(body), notAccepted: names };
	}

	async deleteSubscription(name: string, operation: string): Promise<void> {
		const request: ServiceRequest = {
			...this.get(operation, [...SUBSCRIPTIONS, name]),
			method: 'DELETE',
		};
		const outcome = await this.read(request, acknowledged);
		// An attempt whose answer was lost may have deleted it: then it is gone.
		const isGone =
			outcome.kind === 'notFound' && (await this.findSubscription(name, operation)) === undefined;
		if (!isGone) found(outcome);
	}

	async listReports(
		period: Period,
		timeQueryType: TimeQueryType,
		filters: Query = {},
		operation = 'Get reports',
	): Promise<Answered<Report[]>> {
		const outcome = await this.reports(period, timeQueryType, filters, operation);
		return await this.listOrEmpty(outcome, operation);
	}

	/** The reports of a time, for anyone who waits for them: undefined on "not found", whatever it says. */
	async findReports(
		period: Period,
		operation: string,
		timeQueryType: TimeQueryType = 'executedTime',
		filters: Query = {},
	): Promise<Report[] | undefined> {
		const outcome = await this.reports(period, timeQueryType, filters, operation);
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
		return await this.read(request, (body) => entriesIn(body, 'reportSearchResults').map(reportIn));
	}

	/**
	 * The details of a report. A service that gives the file whatever is asked for shows that it is ready, and
	 * the file can be read.
	 */
	async getReport(id: string): Promise<Answered<Report> & { file?: ServiceStream }> {
		const request = this.get(`Get report ${id}`, [...REPORTS, id]);
		const outcome = await notFoundUnderSuccess(
			this.transport.streamOrJson({ ...request, accept: JSON_FORMAT }, theReportIn),
		);
		const answered = this.unlessEmpty(outcome);
		if (answered.kind === 'empty') return answered;
		if ('json' in answered.body) return { kind: 'found', body: answered.body.json };
		const file = answered.body;
		const reportMimeType = file.contentType.split(';', 1)[0].trim() || undefined;
		const report = { reportId: id, reportMimeType, reportStatus: 'COMPLETED' };
		return { kind: 'found', body: report, file };
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
		for (let isSecond = false; ; isSecond = true) {
			let isSent = false;
			const order = await once<Report | 'unchanged'>(this.transport, {
				send: async () => {
					const late = isSent ? await this.lookPatiently(look) : undefined;
					if (late !== undefined) return late;
					isSent = true;
					const outcome = await this.transport.json(request, acknowledged);
					return outcome.kind === 'notModified' ? 'unchanged' : found(outcome);
				},
				look,
				lookFirst: true,
				again: true,
			});
			const outcome = await this.outcomeOf(order, request.operation);
			if (outcome !== 'freeAgain') return outcome;
			if (isSecond) return order;
		}
	}

	/** A list may show a report some time after it was ordered: no look alone says that there is none. */
	async lookPatiently(look: () => Promise<Report | undefined>): Promise<Report | undefined> {
		for (let looks = 1; await this.transport.waitForAnotherAttempt({}, looks); looks++) {
			const report = await orFailure(look());
			if (report instanceof ServiceFailure) throw report.advise(MAY_BE_ORDERED, true);
			if (report !== undefined) return report;
		}
		return undefined;
	}

	/** What an order came to; `freeAgain`: it may have been refused for want of a place that is free by now. */
	private async outcomeOf(
		order: Once<Report | 'unchanged'>,
		operation: string,
	): Promise<OrderOutcome | 'freeAgain'> {
		if (order.outcome !== 'notMade' && order.outcome !== 'unknown') return order;
		const { failure } = order;
		const { status = 0, complaint } = failure;
		const isNotFound = status === 404 || (status < 300 && saysNotThere(complaint));
		if (isNotFound && this.isEmpty(complaint)) return { outcome: 'empty', failure };
		const isRefused = order.outcome === 'notMade' || complaint.message !== undefined;
		if (!isRefused || !MAY_BE_FULL.includes(status)) return order;
		const isNamed = NO_PLACE.test(`${complaint.reason} ${complaint.message}`);
		if (isNamed) return { outcome: 'noPlace', failure };
		if (complaint.details.length > 0) return order;
		const { unfinished, justFinished } = await this.oneTimeReports(operation);
		if (unfinished >= AT_A_TIME) return { outcome: 'noPlace', failure };
		return unfinished + justFinished >= AT_A_TIME ? 'freeAgain' : order;
	}

	/** How many one-time reports are being made, and how many were a short while ago. */
	private async oneTimeReports(
		operation: string,
	): Promise<{ unfinished: number; justFinished: number }> {
		const now = DateTime.utc();
		const period = { start: now.minus({ days: 7 }), end: now.plus({ days: 2 }) };
		const listed = (await orFailure(this.findReports(period, operation))) ?? [];
		// The refusal of the order says more than that of the look.
		if (listed instanceof ServiceFailure) return { unfinished: 0, justFinished: 0 };
		const reports = new Map(
			listed
				.filter(({ reportFrequency }) =>
					['', 'ADHOC'].includes(textIn(reportFrequency).toUpperCase()),
				)
				.map((report) => [report.reportId, report]),
		);
		const finished = [...reports.values()].filter((report) => isFinal(reportStatusOf(report)));
		const times = finished.map((report) => instant(report.reportCompletedTime) ?? 0);
		// By the service's clock, which may not be that of this machine.
		const latest = Math.max(0, ...times);
		return {
			unfinished: reports.size - finished.length,
			justFinished: times.filter((time) => time > latest - A_SHORT_WHILE).length,
		};
	}

	async downloadById(
		id: string,
		accept: string,
		operation = `Download report ${id}`,
		part?: Part,
	): Promise<Answered<ServiceStream>> {
		return await this.download({ ...this.get(operation, [...REPORTS, id]), part }, accept);
	}

	async downloadByName(
		reportName: string,
		reportDate: string,
		accept: string,
		{ download, part }: { download?: true; part?: Part } = {},
	): Promise<Answered<ServiceStream>> {
		const query = { reportName, reportDate, download };
		const operation = `Download report "${reportName}" of ${reportDate}`;
		const request = this.get(operation, PATHS.reportDownloads, query);
		return await this.download({ ...request, part }, accept);
	}

	/** An on-demand report as JSON. */
	async onDemand<Body extends object>(
		report: OnDemand,
		period: Period,
		query: Query = {},
	): Promise<Answered<Body>> {
		const isBeyondFirst = Number(query.offset ?? 0) > 0;
		const outcome = await this.read(
			this.onDemandRequest(report, period, query),
			(body) => onDemandIn(body, report, isBeyondFirst) as Body,
		);
		// Beyond the last result there is nothing, whatever the service says about it.
		if (outcome.kind === 'notFound' && isBeyondFirst) {
			return { kind: 'empty', failure: outcome.failure };
		}
		return this.unlessEmpty(outcome);
	}

	/** The same as a file, for the two reports that have a choice of format. */
	async onDemandFile(
		report: 'conversionDetail' | 'purchaseRefundDetail',
		period: Period,
		accept: string,
		query: Query = {},
	): Promise<Answered<ServiceStream>> {
		return await this.download(this.onDemandRequest(report, period, query), accept);
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
	): Promise<Answered<ServiceStream>> {
		return this.unlessEmpty(
			await notFoundUnderSuccess(this.transport.stream({ ...request, accept })),
		);
	}

	private async read<Body>(
		request: ServiceRequest,
		read: (body: unknown) => Body,
	): Promise<Outcome<Body>> {
		return await notFoundUnderSuccess(this.transport.json(request, read));
	}

	/** "Not found" may mean that there are no transactions: that is an empty answer, not an error. */
	private unlessEmpty<Body>(outcome: Outcome<Body>): Answered<Body> {
		if (outcome.kind !== 'notFound') return { kind: 'found', body: found(outcome) };
		const { failure } = outcome;
		if (this.isEmpty(failure.complaint)) return { kind: 'empty', failure };
		if (notFoundSays(failure.complaint) === 'unclear') failure.advise(UNCLEAR);
		throw failure;
	}

	private isEmpty(complaint: Complaint): boolean {
		const said = notFoundSays(complaint);
		return said === 'noData' || (said === 'unclear' && this.unclearIsEmpty);
	}

	private get(operation: string, path: readonly string[], query?: Query): ServiceRequest {
		const { organizationId } = this;
		return { operation, method: 'GET', path, query, organizationId, readXml };
	}
}

/** A service may answer with a list where one subscription is asked for. */
function entryNamed(name: string, body: unknown): unknown {
	if (!isRecord(body) || !Array.isArray(body.subscriptions)) return body;
	return entriesIn(body, 'subscriptions').find(({ reportName }) => textIn(reportName) === name);
}

const MAY_BE_ORDERED =
	'The report may have been ordered. Run it again later: the node looks for the report before it orders.';

const UNCLEAR =
	'The service does not say whether there is no such report or there are no transactions. If an empty result is fine, turn on "Treat Unclear 404 as Empty" in the options.';

/** Some services say with the status of a success that something is not there. */
async function notFoundUnderSuccess<Body>(answer: Promise<Outcome<Body>>): Promise<Outcome<Body>> {
	const outcome = await orFailure(answer);
	if (!(outcome instanceof ServiceFailure)) return outcome;
	const { status = 0, complaint } = outcome;
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && saysNotThere(complaint)) return { kind: 'notFound', failure: outcome };
	throw outcome;
}
