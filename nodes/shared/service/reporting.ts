import type { IDataObject } from 'n8n-workflow';

import type { OnDemandName } from '../catalog/money';
import { formatUtc, type Period } from '../period/period';
import { ServiceFailure } from '../transport/serviceFailure';
import type { Download } from '../transport/stream';
import {
	catchFailure,
	parseEntries,
	NOT_FOUND,
	NOT_MODIFIED,
	type Query,
	type ServiceRequest,
	type Transport,
} from '../transport/transport';
import { sendOnce } from './once';
import type { Report, ReportDefinition, Subscription } from './reportResponses';
import {
	parseWriteBody,
	normalizeDefinition,
	classifyNotFound,
	ON_DEMAND_REPORTS,
	parseOnDemandBody,
	normalizeReport,
	normalizeSubscription,
	parseDefinition,
	parseReport,
	parseSubscription,
} from './reportResponses';

/** The longest period of a report in the specification. Lists are not asked for more either. */
export const MAX_REPORT_DAYS = 31;

export type TimeQueryType = 'executedTime' | 'reportTimeFrame';

/** The response, or the one that says there is nothing. */
export type FoundOrEmpty<Body> =
	{ kind: 'found'; body: Body } | { kind: 'empty'; failure: ServiceFailure };

const DEFINITIONS = 'report-definitions';
const SUBSCRIPTIONS = 'report-subscriptions';
const REPORTS = 'reports';

/** The client of the reporting service, for one organization ('' for that of the credential). */
export class Reporting {
	constructor(
		readonly transport: Transport,
		readonly organizationId = '',
	) {}

	async listDefinitions(
		query: { subscriptionType?: string } = {},
		operation = 'Get report definitions',
	): Promise<ReportDefinition[]> {
		return await this.transport.json(this.get(operation, [DEFINITIONS], query), (body) =>
			parseEntries(body, 'reportDefinitions').map(normalizeDefinition),
		);
	}

	/** Every organization has report types. */
	async knowsOrganization(operation: string): Promise<boolean> {
		return Array.isArray(await catchFailure(this.listDefinitions({}, operation), NOT_FOUND));
	}

	async getDefinition(
		name: string,
		query: { download?: boolean; reportMimeType?: string; subscriptionType?: string } = {},
	): Promise<ReportDefinition> {
		const request = this.get(`Get report definition "${name}"`, [DEFINITIONS, name], query);
		return await this.transport.json(request, parseDefinition);
	}

	async listSubscriptions(): Promise<Subscription[]> {
		const operation = 'Get report subscriptions';
		const list = this.transport.json(this.get(operation, [SUBSCRIPTIONS]), (body) =>
			parseEntries(body, 'subscriptions').map(normalizeSubscription),
		);
		const found = await this.listOrEmpty(list, operation);
		return found.kind === 'found' ? found.body : [];
	}

	/** A list that is "not found" is empty, unless the address or the organization is wrong. */
	private async listOrEmpty<Body>(
		list: Promise<Body>,
		operation: string,
	): Promise<FoundOrEmpty<Body>> {
		return await orEmpty(
			list,
			async ({ serviceError }) =>
				classifyNotFound(serviceError) === 'noData' || (await this.knowsOrganization(operation)),
		);
	}

	async getSubscription(
		name: string,
		operation = `Get report subscription "${name}"`,
		isSentBack = false,
	): Promise<Subscription> {
		const request = { ...this.get(operation, [SUBSCRIPTIONS, name]), isSentBack };
		return await this.transport.json(request, parseSubscription);
	}

	/** To be changed and sent back. */
	async findSubscription(name: string, operation: string): Promise<Subscription | undefined> {
		const found = await catchFailure(this.getSubscription(name, operation, true), NOT_FOUND);
		return found instanceof ServiceFailure ? undefined : found;
	}

	/** A repeated request may get "not modified". `isSaved`: whether the service has what was sent. */
	async saveSubscription(
		name: string,
		body: IDataObject,
		isSaved: (subscription: Subscription) => boolean,
	): Promise<void> {
		const request: ServiceRequest = {
			...this.get(`Create or update report subscription "${name}"`, [SUBSCRIPTIONS]),
			method: 'PUT',
			body,
		};
		const result = await catchFailure(this.transport.json(request, parseWriteBody), NOT_MODIFIED);
		if (!(result instanceof ServiceFailure)) return;
		const existing = await this.findSubscription(name, request.operation);
		if (existing === undefined || !isSaved(existing)) throw result;
	}

	async deleteSubscription(name: string): Promise<void> {
		const operation = `Delete report subscription "${name}"`;
		const request: ServiceRequest = {
			...this.get(operation, [SUBSCRIPTIONS, name]),
			method: 'DELETE',
			isSentOnce: true,
		};
		const deleted = await sendOnce(this.transport, {
			send: async () => {
				await this.transport.json(request, parseWriteBody);
				return true;
			},
			look: async () =>
				(await this.findSubscription(name, operation)) === undefined ? true : undefined,
		});
		if ('failure' in deleted) throw deleted.failure;
	}

	async listReports(
		period: Period,
		timeQueryType: TimeQueryType,
		filters: Query = {},
	): Promise<FoundOrEmpty<Report[]>> {
		const operation = 'Get reports';
		const list = this.reports(period, timeQueryType, filters, operation);
		return await this.listOrEmpty(list, operation);
	}

	/** Undefined on "not found", whatever its message. */
	async findReports(
		period: Period,
		operation: string,
		timeQueryType: TimeQueryType = 'executedTime',
		filters: Query = {},
	): Promise<Report[] | undefined> {
		const reports = this.reports(period, timeQueryType, filters, operation);
		const found = await catchFailure(reports, NOT_FOUND);
		return found instanceof ServiceFailure ? undefined : found;
	}

	private async reports(
		{ start, end }: Period,
		timeQueryType: TimeQueryType,
		filters: Query,
		operation: string,
	): Promise<Report[]> {
		const request = this.get(operation, [REPORTS], {
			startTime: formatUtc(start),
			endTime: formatUtc(end),
			timeQueryType,
			...filters,
		});
		return await this.transport.json(request, (body) =>
			parseEntries(body, 'reportSearchResults').map(normalizeReport),
		);
	}

	async getReport(id: string): Promise<Report> {
		return await this.transport.json(this.get(`Get report ${id}`, [REPORTS, id]), parseReport);
	}

	/** Its details, or its file if the service sends that instead. */
	async getReportOrFile(id: string): Promise<FoundOrEmpty<Report | Download>> {
		const request = this.get(`Get report ${id}`, [REPORTS, id]);
		return await this.download(request, 'application/json', parseReport);
	}

	/** A second request may create a second report: see reportingOrders.ts. */
	async createReport(operation: string, body: IDataObject): Promise<Report> {
		const request: ServiceRequest = { ...this.get(operation, [REPORTS]), method: 'POST', body };
		return await this.transport.json(request, parseWriteBody);
	}

	async downloadById(
		id: string,
		accept: string,
		operation = `Download report ${id}`,
	): Promise<FoundOrEmpty<Download>> {
		return await this.download(this.get(operation, [REPORTS, id]), accept);
	}

	async downloadByName(
		reportName: string,
		reportDate: string,
		accept: string,
		download?: true,
	): Promise<FoundOrEmpty<Download>> {
		const query = { reportName, reportDate, download };
		const operation = `Download report "${reportName}" of ${reportDate}`;
		return await this.download(this.get(operation, ['report-downloads'], query), accept);
	}

	async onDemand<Body extends object>(
		report: OnDemandName,
		period: Period,
		query: Query = {},
	): Promise<FoundOrEmpty<Body>> {
		const isBeyondFirst = Number(query.offset ?? 0) > 0;
		const request = this.onDemandRequest(report, period, query);
		const read = (body: unknown) => parseOnDemandBody(body, report, isBeyondFirst) as Body;
		// After the last page, any "not found" means that there is no more.
		return await orEmpty(
			this.transport.json(request, read),
			async (failure) => isBeyondFirst || (await this.isQuiet(failure, query.groupName)),
		);
	}

	async onDemandFile(
		report: 'conversionDetail' | 'purchaseRefundDetail',
		period: Period,
		accept: string,
		query: Query = {},
	): Promise<FoundOrEmpty<Download>> {
		const request = { ...this.onDemandRequest(report, period, query), accept };
		return await orEmpty(
			this.transport.stream(request),
			async (failure) => await this.isQuiet(failure, query.groupName),
		);
	}

	private onDemandRequest(
		report: OnDemandName,
		{ start, end }: Period,
		query: Query,
	): ServiceRequest {
		const { path, words, time } = ON_DEMAND_REPORTS[report];
		return this.get(`Get ${words}`, [path], {
			startTime: time(start),
			endTime: time(end),
			...query,
		});
	}

	private async download<Body = never>(
		request: ServiceRequest,
		accept: string,
		read?: (body: unknown) => Body,
	): Promise<FoundOrEmpty<Download | Body>> {
		return await orEmpty(this.transport.stream({ ...request, accept }, read), (failure) => {
			const said = classifyNotFound(failure.serviceError);
			if (said === 'unclear') {
				failure.addAdvice(
					'The service does not say whether there is no such report or there are no transactions.',
				);
			}
			return said === 'noData';
		});
	}

	/**
	 * Whether "not found" means that there are no transactions. An unclear message counts only if the address is
	 * right: a wrong organization or group must not become a day without revenue.
	 */
	async isQuiet(failure: ServiceFailure, group: unknown): Promise<boolean> {
		const said = classifyNotFound(failure.serviceError);
		const { message, reason } = failure.serviceError;
		// An HTML page isn't from the service.
		if (said !== 'unclear' || (message ?? reason) === undefined) return said === 'noData';
		if (this.organizationId === '' && !group) {
			const known = REACHED.get(this.transport) ?? this.knowsOrganization(failure.operation);
			REACHED.set(this.transport, known);
			return (await catchFailure(known)) === true;
		}
		failure.addAdvice(
			'Either there are no transactions in the period, or the Organization ID or the group is wrong. The service does not say which.',
		);
		return false;
	}

	private get(operation: string, resource: readonly string[], query?: Query): ServiceRequest {
		const { organizationId } = this;
		const path = ['reporting', 'v3', ...resource];
		return { operation, method: 'GET', path, query, organizationId };
	}
}

/** Whether the address of the credential is right, checked once per execution. */
const REACHED = new WeakMap<Transport, Promise<boolean>>();

const NO_CONTENT = 204;

/** A success without content is empty too. */
async function orEmpty<Body>(
	request: Promise<Body>,
	isEmpty: (notFound: ServiceFailure) => boolean | Promise<boolean>,
): Promise<FoundOrEmpty<Body>> {
	const body = await catchFailure(request);
	if (!(body instanceof ServiceFailure)) return { kind: 'found', body };
	const { status } = body;
	if (status === NO_CONTENT || (status === NOT_FOUND && (await isEmpty(body)))) {
		return { kind: 'empty', failure: body };
	}
	throw body;
}
