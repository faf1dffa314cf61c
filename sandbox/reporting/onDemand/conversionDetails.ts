import type { FastifyInstance } from 'fastify';
import { read } from '../../schema';
import { DEFINITION_BY_NAME, type Definition } from '../catalog/definitions';
import { hasRowIn, type Transaction } from '../ledger/transaction';
import { readerOf } from '../ledger/values';
import { periodQuery, startsBeforeItEnds } from '../reportSearch';
import { noData, organizationOf, type ReportingService } from '../service';
import { writeIsoTime } from '../times';
import { FORMATS, sendAsFile } from './formats';

const DEFINITION = DEFINITION_BY_NAME.get('ConversionDetailClass') as Definition;
const conversionQuery = periodQuery.superRefine(startsBeforeItEnds);
const MINUTE = 60 * 1000;

/** Endpoint 11: what reviewers made of the transactions that were held for review. */
export function conversionDetails(app: FastifyInstance, service: ReportingService): void {
	app.get('/reporting/v3/conversion-details', (request, reply) => {
		const { startTime, endTime, organizationId } = read(conversionQuery, request.query);
		const period = { start: startTime, end: endTime };
		const organization = organizationOf(service, request, organizationId);
		const format = FORMATS.choose(request);
		const known = { ...period, end: Math.min(period.end, service.sandbox.clock.now()) };
		const found = [...service.ledger.between([organization.id], known)].filter((transaction) =>
			hasRowIn(DEFINITION, transaction),
		);
		if (found.length === 0) throw noData();
		if (format !== 'application/json') {
			const file = { definition: DEFINITION, period, organizationId: organization.id };
			return sendAsFile(service, reply, format, file, found);
		}
		return reply.send({
			organizationId: organization.id,
			startTime: writeIsoTime(period.start),
			endTime: writeIsoTime(period.end),
			conversionDetails: found.map(conversion),
		});
	});
}

function conversion(transaction: Transaction): object {
	const read = (id: string): string => {
		const attribute = DEFINITION.byId.get(id);
		return attribute ? readerOf(attribute, false)(transaction) : '';
	};
	const conversionTime = writeIsoTime(transaction.time + 30 * MINUTE);
	return {
		merchantReferenceNumber: transaction.merchantReferenceNumber,
		conversionTime,
		requestId: transaction.requestId,
		originalDecision: read('OriginalDecision'),
		newDecision: read('NewDecision'),
		reviewer: read('Reviewer'),
		reviewerComments: read('ReviewerComments'),
		queue: read('Queue'),
		profile: read('Profile'),
		notes: [
			{
				time: writeIsoTime(transaction.time + MINUTE),
				addedBy: 'system',
				comments: 'Held for review.',
			},
			{ time: conversionTime, addedBy: read('Reviewer'), comments: read('ReviewerComments') },
		],
	};
}
