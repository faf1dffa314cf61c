import type { FastifyInstance } from 'fastify';
import { Fields } from '../../fields';
import { PURCHASE_REFUND_DETAIL } from '../catalogue/definitions';
import { CARD_NAMES, SUBTYPES, type Transaction } from '../ledger/transaction';
import { writeMoney } from '../money';
import { readPeriod } from '../reportSearch';
import { noData, organizationOf, type ReportingService } from '../service';
import { writeIsoTime } from '../times';
import { FORMATS, sendAsFile } from './formats';
import { feeOf, isSettled, submissionTime, submittedBy } from './transactions';

const LARGEST_PAGE = 2000;
/** Not every processor tells its merchants about fees and funding. */
const WITHOUT_FEES = new Set(['merchant_two']);

/** Endpoint 12: purchases and refunds that were submitted to the processor, page by page. */
export function purchaseRefundDetails(app: FastifyInstance, service: ReportingService): void {
	app.get('/reporting/v3/purchase-refund-details', (request, reply) => {
		const query = new Fields(request.query);
		const period = readPeriod(query);
		const subtype = query.choice('paymentSubtype', ['ALL', ...SUBTYPES]) ?? 'ALL';
		const viewBy = query.choice('viewBy', ['requestDate', 'submissionDate']) ?? 'requestDate';
		const groupName = query.text('groupName');
		const offset = readNumber(query, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0;
		const limit = readNumber(query, 'limit', 1, LARGEST_PAGE) ?? LARGEST_PAGE;
		const organization = organizationOf(service, request, query);
		const format = FORMATS.choose(request);

		const page: Transaction[] = [];
		let passed = 0;
		for (const transaction of submittedBy(service, organization, groupName, period, viewBy)) {
			if (subtype !== 'ALL' && transaction.subtype !== subtype) continue;
			if (passed++ >= offset) page.push(transaction);
			if (page.length === limit) break;
		}
		if (passed === 0) throw noData();
		if (format !== 'application/json') {
			const file = { definition: PURCHASE_REFUND_DETAIL, period, organizationId: organization.id };
			return sendAsFile(service, request, reply, format, file, page);
		}
		return reply.send({
			offset,
			limit,
			pageResults: page.length,
			...(page.length > 0 && lists(page)),
		});
	});
}

function readNumber(query: Fields, field: string, least: number, most: number): number | undefined {
	const text = query.text(field);
	if (text === undefined) return undefined;
	const number = Number(text);
	if (!/^\d{1,15}$/.test(text) || number < least || number > most) {
		query.refuse(field, `must be a whole number from ${least} to ${most}`);
	}
	return number;
}

/** Every list has its part of each request, found by the requestId. */
function lists(page: readonly Transaction[]): object {
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
