import type { IDataObject } from 'n8n-workflow';

import { utcText, type Period } from '../period/period';
import type { Query, ServiceRequest } from '../transport/request';
import { ServiceFailure } from '../transport/serviceFailure';
import type { ServiceStream } from '../transport/stream';
import {
	catchFailure,
	entriesIn,
	found,
	type Outcome,
	type Transport,
} from '../transport/transport';
import { once } from './once';
import { PATHS } from './paths';
import type { OnDemand, Report, ReportDefinition, Subscription } from './reportingAnswers';
import {
	acknowledged,
	definitionIn,
	isInWords,
	notFoundSays,
	ON_DEMAND,
	ofNoContent,
	onDemandIn,
	reportIn,
	subscriptionIn,
	theDefinitionIn,
	theReportIn,
	theSubscriptionIn,
} from './reportingAnswers';

/** Which of its times a list of reports goes by. */
export type TimeQueryType = 'executedTime' | 'reportTimeFrame';

/** What a question about transactions gives: an answer, or the word that there are none. */
export type FoundOrEmpty<Body> =
	{ kind: 'found'; body: Body } | { kind: 'empty'; failure: ServiceFailure };

const {
	reportDefinitions: DEFINITIONS,
	reportSubscriptions: SUBSCRIPTIONS,
	reports: REPORTS,
} = PATHS;

/**
 * The reporting service: each endpoint once, for one organization ('' for that of the credential).
 * `operation` begins the messages of what fails.
 */
export class Reporting {
	constructor(
		readonly transport: Transport,
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
		return await this.transport.json(this.get(operation, DEFINITIONS, query), (body) =>
			entriesIn(body, 'reportDefinitions').map(definitionIn),
		);
	}

	async getDefinition(
		name: string,
		query: { download?: boolean; reportMimeType?: string; subscriptionType?: string } = {},
	): Promise<ReportDefinition> {
		const request = this.get(`Get report definition "${name}"`, [...DEFINITIONS, name], query);
		return found(await this.transport.json(request, theDefinitionIn));
	}

	/** All subscriptions. A merchant without any is answered "not found", which is an empty list. */
	async listSubscriptions(): Promise<Subscription[]> {
		const operation = 'Get report subscriptions';
		const outcome = await this.transport.json(this.get(operation, SUBSCRIPTIONS), (body) =>
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
	): Promise<FoundOrEmpty<Body>> {
		if (outcome.kind !== 'notFound') return { kind: 'found', body: found(outcome) };
		const { failure } = outcome;
		const isClear = notFoundSays(failure.serviceError) === 'noData';
		if (isClear || (await this.knowsOrganization(operation))) return { kind: 'empty', failure };
		throw failure;
	}

	async getSubscription(name: string): Promise<Subscription> {
		return found(await this.subscription(name, `Get report subscription "${name}"`));
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
		return await this.transport.json(request, theSubscriptionIn);
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

	/** Where the answer is lost, a look says whether it is gone. */
	async deleteSubscription(name: string): Promise<void> {
		const operation = `Delete report subscription "${name}"`;
		const request: ServiceRequest = {
			...this.get(operation, [...SUBSCRIPTIONS, name]),
			method: 'DELETE',
			isSentOnce: true,
		};
		const deleted = await once(this.transport, {
			send: async () => {
				found(await this.transport.json(request, acknowledged));
				return true;
			},
			look: async () =>
				(await this.findSubscription(name, operation)) === undefined ? true : undefined,
			again: true,
		});
		if ('failure' in deleted) throw deleted.failure;
	}

	async listReports(
		period: Period,
		timeQueryType: TimeQueryType,
		filters: Query = {},
	): Promise<FoundOrEmpty<Report[]>> {
		const operation = 'Get reports';
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
		return await this.transport.json(request, (body) =>
			entriesIn(body, 'reportSearchResults').map(reportIn),
		);
	}

	async getReport(id: string): Promise<FoundOrEmpty<Report>> {
		const request = this.get(`Get report ${id}`, [...REPORTS, id]);
		return this.unlessEmpty(await this.transport.json(request, theReportIn));
	}

	/** Its details, or its file where the service sends that to whoever asks. */
	async getReportOrFile(id: string): Promise<FoundOrEmpty<Report | ServiceStream>> {
		const request = this.get(`Get report ${id}`, [...REPORTS, id]);
		return await this.download(request, 'application/json', theReportIn);
	}

	/** A single attempt: see reportingOrders.ts for an order that is made once. */
	async createReport(operation: string, body: IDataObject): Promise<Report | 'unchanged'> {
		const request: ServiceRequest = { ...this.get(operation, REPORTS), method: 'POST', body };
		const outcome = await this.transport.json(request, acknowledged);
		return outcome.kind === 'notModified' ? 'unchanged' : found(outcome);
	}

	async downloadById(
		id: string,
		accept: string,
		operation = `Download report ${id}`,
	): Promise<FoundOrEmpty<ServiceStream>> {
		return await this.download(this.get(operation, [...REPORTS, id]), accept);
	}

	async downloadByName(
		reportName: string,
		reportDate: string,
		accept: string,
		download?: true,
	): Promise<FoundOrEmpty<ServiceStream>> {
		const query = { reportName, reportDate, download };
		const operation = `Download report "${reportName}" of ${reportDate}`;
		return await this.download(this.get(operation, PATHS.reportDownloads, query), accept);
	}

	/** An on-demand report as JSON. */
	async onDemand<Body extends object>(
		report: OnDemand,
		period: Period,
		query: Query = {},
	): Promise<FoundOrEmpty<Body>> {
		const isBeyondFirst = Number(query.offset ?? 0) > 0;
		const request = this.onDemandRequest(report, period, query);
		const read = (body: unknown) => onDemandIn(body, report, isBeyondFirst) as Body;
		return await this.unlessQuiet(this.transport.json(request, read), query, isBeyondFirst);
	}

	/** The same as a file, for the two reports that have a choice of format. */
	async onDemandFile(
		report: 'conversionDetail' | 'purchaseRefundDetail',
		period: Period,
		accept: string,
		query: Query = {},
	): Promise<FoundOrEmpty<ServiceStream>> {
		const request = { ...this.onDemandRequest(report, period, query), accept };
		return await this.unlessQuiet(this.transport.stream(request), query);
	}

	private onDemandRequest(report: OnDemand, { start, end }: Period, query: Query): ServiceRequest {
		const { path, words, time } = ON_DEMAND[report];
		return this.get(`Get ${words}`, path, {
			startTime: time(start),
			endTime: time(end),
			...query,
		});
	}

	private async download<Body = never>(
		request: ServiceRequest,
		accept: string,
		read?: (body: unknown) => Body,
	): Promise<FoundOrEmpty<ServiceStream | Body>> {
		const outcome = await catchFailure(this.transport.stream({ ...request, accept }, read));
		return outcome instanceof ServiceFailure ? ofNoContent(outcome) : this.unlessEmpty(outcome);
	}

	/** "Not found" may mean that there are no transactions: that is an empty answer, not an error. */
	private unlessEmpty<Body>(outcome: Outcome<Body>): FoundOrEmpty<Body> {
		if (outcome.kind !== 'notFound') return { kind: 'found', body: found(outcome) };
		const { failure } = outcome;
		const said = notFoundSays(failure.serviceError);
		if (said === 'noData') return { kind: 'empty', failure };
		if (said === 'unclear') failure.addAdvice(UNCLEAR);
		throw failure;
	}

	/**
	 * The report of a period in which nothing happened is "not found" in the service's own words, or has no content.
	 * `isBeyondEnd`: after the last result there is nothing, whatever the service says about it.
	 */
	private async unlessQuiet<Body>(
		answer: Promise<Outcome<Body>>,
		{ groupName }: Query,
		isBeyondEnd = false,
	): Promise<FoundOrEmpty<Body>> {
		const outcome = await catchFailure(answer);
		if (outcome instanceof ServiceFailure) return ofNoContent(outcome);
		if (outcome.kind !== 'notFound') return { kind: 'found', body: found(outcome) };
		const { failure } = outcome;
		if (isBeyondEnd || (await this.isQuiet(failure, groupName))) return { kind: 'empty', failure };
		throw failure;
	}

	/**
	 * Whether "not found" says that nothing happened. Before unclear words are believed, the address must be right; and
	 * a wrong organization or group must not become a day without revenue.
	 */
	async isQuiet(failure: ServiceFailure, group: unknown): Promise<boolean> {
		const said = notFoundSays(failure.serviceError);
		if (said !== 'unclear' || !isInWords(failure.serviceError)) return said === 'noData';
		if (this.organizationId === '' && !group) return await this.isReached(failure);
		failure.addAdvice(
			'Either there are no transactions in the period, or the Organization ID or the group is wrong. The service does not say which.',
		);
		return false;
	}

	/** Whether the service knows this organization at this address; asked once in an execution. */
	private async isReached({ operation }: ServiceFailure): Promise<boolean> {
		const known = REACHED.get(this.transport) ?? new Map<string, Promise<boolean>>();
		REACHED.set(this.transport, known);
		const asked = known.get(this.organizationId) ?? this.knowsOrganization(operation);
		known.set(this.organizationId, asked);
		return (await catchFailure(asked)) === true;
	}

	private get(operation: string, path: readonly string[], query?: Query): ServiceRequest {
		const { organizationId } = this;
		return { operation, method: 'GET', path, query, organizationId };
	}
}

const REACHED = new WeakMap<object, Map<string, Promise<boolean>>>();

const UNCLEAR =
	'The service does not say whether there is no such report or there are no transactions.';
