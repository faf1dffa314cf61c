import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal';
import { moment, read } from '../schema';
import { reportFile } from './files/content';
import { sendFile } from './files/send';
import { chargebackFeeOf, feeOf, isChargedBack, isSettled } from './ledger/funding';
import { submissionTime, submitted } from './onDemand/transactions';
import { writeMoney } from './money';
import { details, listEntry } from './report';
import { merchantNamed, type ReportingService } from './service';
import { subscriptionAnswer } from './subscriptions';
import { writeIsoTime } from './times';

const transactionsQuery = (service: ReportingService) =>
	z.strictObject({
		organizationId: merchantNamed(service),
		/** By the time of the request. */
		startTime: moment,
		endTime: moment,
	});

/** Control calls that tell how things really are, whatever the dialect makes of them. */
export function reportingTruth(app: FastifyInstance, service: ReportingService): void {
	const { sandbox, ledger, reports, subscriptions, oneTimeReports } = service;

	app.get('/reports', () => ({
		reports: reports.all().map((report) => ({
			...details(report),
			...listEntry(report, sandbox.address),
		})),
	}));

	app.get<{ Params: { id: string } }>('/reports/:id/file', (request, reply) => {
		const report = reports.any(request.params.id);
		if (!report) throw Refusal.notFound(`There is no report ${request.params.id}.`);
		return sendFile(reply, reportFile(report, ledger, sandbox.address), {
			mimeType: report.reportMimeType,
			name: report.reportName,
		});
	});

	app.get('/orders', () => ({
		orders: oneTimeReports.all().map(({ definition, ...order }) => ({
			...order,
			reportDefinitionName: definition.name,
		})),
	}));

	app.get('/subscriptions', () => ({
		subscriptions: [...sandbox.access.organizations.keys()].flatMap((id) =>
			subscriptions.list(id).map((order) => subscriptionAnswer(order, id)),
		),
	}));

	app.get('/transactions', (request) => {
		const { organizationId, startTime, endTime } = read(transactionsQuery(service), request.query);
		const found = submitted(service, [organizationId], { start: startTime, end: endTime });
		return {
			transactions: [...found].map((transaction) => ({
				requestId: transaction.requestId,
				time: writeIsoTime(transaction.time),
				submissionTime: writeIsoTime(submissionTime(transaction)),
				transactionType: transaction.kind === 'sale' ? 'Purchases' : 'Refunds',
				amount: transaction.amount,
				currency: transaction.currency,
				paymentSubtype: transaction.subtype,
				merchantReferenceNumber: transaction.merchantReferenceNumber,
				settled: isSettled(transaction),
				feeAmount: writeMoney(feeOf(transaction), transaction.currency),
				...(isChargedBack(transaction) && {
					chargebackFee: writeMoney(chargebackFeeOf(transaction), transaction.currency),
				}),
			})),
		};
	});
}
