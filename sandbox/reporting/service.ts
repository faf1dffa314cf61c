import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Organization } from '../access';
import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import { text } from '../schema';
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

/** The organization that a request is about, named in its query, in its body, or by its token. */
export function organizationOf(
	{ sandbox }: ReportingService,
	request: FastifyRequest,
	inQuery: string | undefined,
	inBody?: string,
): Organization {
	if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
		throw Refusal.invalidFields([
			{ field: 'organizationId', reason: 'differs between query and body' },
		]);
	}
	return sandbox.access.actingFor(request.caller, inQuery ?? inBody);
}

/** Of a control call, which may name anyone. */
export function merchantNamed({
	sandbox,
}: ReportingService): z.ZodType<string, z.ZodTypeDef, string | undefined> {
	return text
		.refine((id) => sandbox.access.organizations.has(id), 'is no organization of this sandbox')
		.default('merchant_one');
}

export const noData = (): Refusal =>
	new Refusal(404, 'NO_DATA', 'No available transactions in this period.');

export function reportNotFound(why: string): Refusal {
	return Refusal.notFound(`Report not found: ${why}`);
}
