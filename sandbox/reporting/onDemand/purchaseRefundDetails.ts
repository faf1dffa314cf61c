import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { purchasePage } from '../../dialects/purchaseList';
import { queryNumber, read, text } from '../../schema';
import { PURCHASE_REFUND_DETAIL } from '../catalog/definitions';
import { feeOf, isSettled } from '../ledger/funding';
import { CARD_NAMES, type Subtype, SUBTYPES, type Transaction } from '../ledger/transaction';
import { writeMoney } from '../money';
import { periodQuery, startsBeforeItEnds } from '../reportSearch';
import { noData, organizationOf, type ReportingService } from '../service';
import { writeIsoTime } from '../times';
import { FORMATS, sendAsFile } from './formats';
import { submissionTime, submittedBy } from './transactions';

const LARGEST_PAGE = 2000;
/** Not every processor tells its merchants about fees and funding. */
const WITHOUT_FEES = new Set(['merchant_two']);

const detailsQuery = periodQuery
	.extend({
		paymentSubtype: z.enum(['ALL', ...SUBTYPES]).default('ALL'),
		viewBy: z.enum(['requestDate', 'submissionDate']).default('requestDate'),
		groupName: text.optional(),
		offset: queryNumber(0).default('0'),
		limit: queryNumber(1, LARGEST_PAGE).default(`${LARGEST_PAGE}`),
	})
	.superRefine(startsBeforeItEnds);

/** Endpoint 12: purchases and refunds that were submitted to the processor, page by page. */
export function purchaseRefundDetails(app: FastifyInstance, service: ReportingService): void {
	app.get('/reporting/v3/purchase-refund-details', (request, reply) => {
		const { groupName, viewBy, offset, limit, ...query } = read(detailsQuery, request.query);
		const { paymentSubtype: subtype } = query;
		const { dialect } = service.sandbox;
		const period = { start: query.startTime, end: query.endTime };
		const organization = organizationOf(service, request, query.organizationId);
		const format = FORMATS.choose(request);

		const all = submittedBy(service, organization, groupName, period, viewBy);
		const entries = (page: readonly Transaction[]): number =>
			Object.values(lists(page)).flat().length;
		const { found, page, ...told } = purchasePage(
			dialect,
			ofSubtype(all, subtype),
			{ offset, limit },
			(transaction) => entries([transaction]),
		);
		if (!found) throw noData();
		if (format !== 'application/json') {
			const file = { definition: PURCHASE_REFUND_DETAIL, period, organizationId: organization.id };
			return sendAsFile(service, reply, format, file, page);
		}
		if (page.length === 0 && dialect.is('beyondEnd', 'not-found')) throw noData();
		if (page.length === 0 && dialect.is('beyondEnd', 'nothing')) return reply.send({});
		return reply.send({
			offset,
			limit: told.limit,
			pageResults: dialect.is('purchaseLimit', 'entries') ? entries(page) : page.length,
			...(page.length > 0 && lists(page)),
		});
	});
}

function* ofSubtype(
	transactions: Iterable<Transaction>,
	subtype: Subtype | 'ALL',
): Generator<Transaction> {
	for (const transaction of transactions) {
		if (subtype === 'ALL' || transaction.subtype === subtype) yield transaction;
	}
}

/** Every list has its part of each request, found by the requestId. */
function lists(page: readonly Transaction[]): Record<string, object[]> {
	const withFees = page.filter(({ organizationId }) => !WITHOUT_FEES.has(organizationId));
	return {
		requestDetails: page.map((transaction) => ({
			requestId: transaction.requestId,
			merchantId: transaction.organizationId,
			merchantReferenceNumber: transaction.merchantReferenceNumber,
			submissionTime: writeIsoTime(submissionTime(transaction)),
		})),
		settlements: page.map((transaction) => ({
			requestId: transaction.requestId,
			transactionType: transaction.kind === 'sale' ? 'Purchases' : 'Refunds',
			submissionTime: writeIsoTime(submissionTime(transaction)),
			amount: transaction.amount,
			currencyCode: transaction.currency,
			paymentMethod: CARD_NAMES[transaction.subtype],
			accountSuffix: String(transaction.draw(61, 10_000)).padStart(4, '0'),
		})),
		authorizations: page
			.filter(({ kind }) => kind === 'sale')
			.map((transaction) => ({
				requestId: transaction.requestId,
				time: writeIsoTime(transaction.time),
				amount: transaction.amount,
				currencyCode: transaction.currency,
				code: String(transaction.draw(62, 1_000_000)).padStart(6, '0'),
				rcode: '1',
			})),
		feeAndFundingDetails: withFees.map((transaction) => ({
			requestId: transaction.requestId,
			discountPercentage: '2.9',
			feeAmount: writeMoney(feeOf(transaction), transaction.currency),
			fundingAmount: transaction.amount,
			fundingCurrencyCode: transaction.currency,
		})),
		others: page.map((transaction) => ({
			requestId: transaction.requestId,
			firstName: transaction.person.firstName,
			lastName: transaction.person.lastName,
			merchantData1: transaction.person.comment,
		})),
		settlementStatuses: page.map((transaction) => ({
			requestId: transaction.requestId,
			status: isSettled(transaction) ? 'SETTLED' : 'PENDING',
			settlementTime: isSettled(transaction)
				? writeIsoTime(submissionTime(transaction))
				: undefined,
		})),
	};
}
