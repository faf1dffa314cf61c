import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../transport/serviceFailure';
import { catchFailure, NOT_FOUND, NOT_MODIFIED } from '../transport/transport';
import { sendOnce, type OnceOutcome } from './once';
import type { Reporting } from './reporting';
import type { Report } from './reportResponses';

type OrderOutcome =
	| OnceOutcome<Report>
	/** There are no transactions in the period. */
	| { outcome: 'empty'; failure: ServiceFailure }
	/** The service is making MAX_RUNNING_ORDERS reports already. */
	| { outcome: 'noPlace'; failure: ServiceFailure };

type Look = () => Promise<Report | undefined>;

export const MAX_RUNNING_ORDERS = 3;

/** How the service refuses a fourth report. */
const NO_PLACE = /LIMIT_REACHED|one-time reports? (are|is) (still )?(in progress|being made)/i;

/** The order can wait too. */
const TOO_MANY_REQUESTS = 429;

const MAY_BE_ORDERED =
	'The report may have been ordered. Run it again later: the node looks for the report before it orders.';

/** Orders a report once, however often the request is sent. */
export async function orderReport(
	reporting: Reporting,
	name: string,
	body: IDataObject,
	look: Look,
): Promise<OrderOutcome> {
	const operation = `Create one-time report "${name}"`;
	let isSent = false;
	const order = await sendOnce<Report>(reporting.transport, {
		send: async () => {
			const late = isSent ? await lookPatiently(reporting, look) : undefined;
			if (late !== undefined) return late;
			isSent = true;
			const made = await catchFailure(reporting.createReport(operation, body), NOT_MODIFIED);
			if (!(made instanceof ServiceFailure)) return made;
			const existing = await lookPatiently(reporting, look);
			if (existing === undefined) throw made;
			return existing;
		},
		look,
	});
	if (order.outcome !== 'notMade' && order.outcome !== 'unknown') return order;
	const { failure } = order;
	const { status = 0, serviceError } = failure;
	const group = body.selectedMerchantGroupName;
	const isEmpty = status === NOT_FOUND && (await reporting.isQuiet(failure, group));
	if (isEmpty) return { outcome: 'empty', failure };
	const isNamed = NO_PLACE.test(`${serviceError.reason} ${serviceError.message}`);
	return isNamed || status === TOO_MANY_REQUESTS ? { outcome: 'noPlace', failure } : order;
}

/** A list may show a report some time after it was ordered. */
async function lookPatiently({ transport }: Reporting, look: Look): Promise<Report | undefined> {
	for (let times = 1; await transport.waitForAnotherAttempt({}, times); times++) {
		const report = await catchFailure(look());
		if (report instanceof ServiceFailure) throw report.addAdvice(MAY_BE_ORDERED, true);
		if (report !== undefined) return report;
	}
	return undefined;
}
