import type { IDataObject } from 'n8n-workflow';

import {
	type Direction,
	kindOf,
	SETTLEMENT_STATUS,
	verdictOf,
	type Verdict,
} from '../../../shared/catalog/kinds';
import {
	type Decimal,
	format,
	parseDecimal,
	serviceAmount,
	signed,
	total,
	ZERO,
} from '../../../shared/money';
import { splitPeriod } from '../../../shared/period/period';
import { textOf } from '../../../shared/text';
import { allRequests, type Question } from '../onDemandReport/purchaseRefundPages';
import { LONGEST_DAYS } from '../common/period';
import { mergeRequests, type Request } from '../onDemandReport/purchaseRefundRequests';

/** A purchase or refund that was submitted to the processor. What reduces the merchant's money is negative. */
export interface Payment {
	reference: string;
	currency: string;
	kind: 'sale' | 'refund';
	amount: Decimal;
	/** Declined: it failed or came back. Only purchases are kept then, as the reason why nothing was settled. */
	verdict: Verdict;
	/** Undefined where the service does not give them, or in another currency. */
	fee?: Decimal;
	paidOut?: Decimal;
}

/** All purchases and refunds of the period, each once. `warn`: told why some may be missing. */
export async function readPayments(
	{ period, ...question }: Question,
	referenceName: string,
	warn: (warning: string) => void,
): Promise<Payment[]> {
	const unclear: string[] = [];
	const requests: Request[][] = [];
	for (const part of splitPeriod(period, LONGEST_DAYS)) {
		requests.push(await allRequests({ ...question, period: part }, warn));
	}
	const payments = mergeRequests(requests.flat()).flatMap((request) =>
		paymentsOf(request, referenceName, unclear),
	);
	if (unclear.length > 0) {
		warn(
			`Settlements left out because their type, status, amount or currency isn't clear: ${unclear.length}, for example that of request ${unclear[0]}.`,
		);
	}
	return payments;
}

function paymentsOf(
	{ requestId, entries }: Request,
	referenceName: string,
	unclear: string[],
): Payment[] {
	const reference = firstIn(Object.values(entries).flat(), [referenceName]);
	const statuses = (entries.settlementStatuses ?? []).map(({ status }) => textOf(status));
	const verdict = verdictOf(SETTLEMENT_STATUS, statuses.filter(Boolean).join()) ?? 'accepted';
	const isDeclined = verdict === 'declined';
	const isDecided = isDeclined || verdict === 'accepted' || verdict === 'pending';
	const payments: Payment[] = [];
	for (const settlement of entries.settlements ?? []) {
		const type = textOf(settlement.transactionType);
		const { kind, direction = 'asWritten' } = kindOf('payments', 'transactionType', type) ?? {};
		if (kind === 'authorization' || kind === 'noMoney') continue;
		const currency = textOf(settlement.currencyCode).toUpperCase();
		const amount = amountOf(settlement.amount, direction);
		const isPayment = kind === 'sale' || kind === 'refund';
		const isClear = isPayment && amount !== undefined && currency !== '';
		if (isDeclined && !(isClear && kind === 'sale')) continue;
		if (!isClear || !isDecided) {
			unclear.push(requestId);
			continue;
		}
		const funding = entries.feeAndFundingDetails ?? [];
		const money = (names: string[], currencies: string[], going: Direction) => {
			// The service gives them for a request as a whole.
			if (payments.length > 0) return ZERO;
			const given = funding.filter((entry) => firstIn([entry], names) !== '');
			const amounts = given.map((entry) => {
				const isSame = [currency, ''].includes(firstIn([entry], currencies).toUpperCase());
				return isSame ? amountOf(firstIn([entry], names), going) : undefined;
			});
			return amounts.length > 0 ? total(amounts) : undefined;
		};
		const fee = money(['totalFeeAmount', 'feeAmount'], ['totalFeeCurrency', 'feeCurrency'], 'out');
		const paidOut = money(['fundingAmount'], ['fundingCurrencyCode', 'fundingCurrency'], direction);
		payments.push({ reference, currency, kind, amount, verdict, fee, paidOut });
	}
	return payments;
}

const firstIn = (entries: readonly IDataObject[], names: readonly string[]): string =>
	entries
		.flatMap((entry) => names.map((name) => textOf(entry[name])))
		.find((text) => text !== '') ?? '';

function amountOf(value: unknown, direction: Direction): Decimal | undefined {
	const amount = serviceAmount(value);
	return amount && parseDecimal(signed(format(amount), direction));
}
