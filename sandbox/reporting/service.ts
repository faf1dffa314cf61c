import type { FastifyRequest } from 'fastify';
import type { Organization } from '../access';
import { type Fields } from '../fields';
import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import { Generation } from './generation';
import { Ledger } from './ledger/ledger';
import { OneTimeReports } from './oneTimeReports';
import { Reports } from './reports';
import { Subscriptions } from './subscriptions';

/** Everything the reporting routes work on. */
export interface ReportingService {
	sandbox: Sandbox;
	ledger: Ledger;
	reports: Reports;
	generation: Generation;
	subscriptions: Subscriptions;
	oneTimeReports: OneTimeReports;
}

export function makeService(sandbox: Sandbox): ReportingService {
	const ledger = new Ledger(sandbox.random, sandbox.payments);
	const reports = new Reports();
	const generation = new Generation(sandbox, ledger, reports);
	const subscriptions = new Subscriptions(sandbox, generation, reports);
	const oneTimeReports = new OneTimeReports(sandbox, generation, reports, subscriptions);
	return { sandbox, ledger, reports, generation, subscriptions, oneTimeReports };
}

/** Reads organizationId from the query, and checks the query: call it when all else has been read. */
export function organizationOf(
	{ sandbox }: ReportingService,
	request: FastifyRequest,
	query: Fields,
	inBody?: string,
): Organization {
	const inQuery = query.text('organizationId');
	if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
		query.refuse('organizationId', 'differs between query and body');
	}
	query.check();
	return sandbox.access.actingFor(request.caller, inQuery ?? inBody);
}

export const noData = (): Refusal =>
	new Refusal(404, 'NO_DATA', 'No available transactions in this period.');

export function reportNotFound(why: string): Refusal {
	return Refusal.notFound(`Report not found: ${why}`);
}
