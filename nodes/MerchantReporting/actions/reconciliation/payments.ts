import type { IDataObject } from 'n8n-workflow';

import {
	type Direction,
	kindByColumn,
	SETTLEMENT_STATUS,
	verdictOf,
	type Verdict,
} from '../../../shared/catalog/kinds';
import { type Decimal, parseServiceAmount, signed, total, ZERO } from '../../../shared/money';
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
	const all = Object.values(entries).flat();
	const reference = all.map((entry) => textIn(entry, [referenceName])).find(Boolean) ?? '';
	const statuses = (entries.settlementStatuses ?? []).map(({ status }) => textOf(status));
	const verdict = verdictOf(SETTLEMENT_STATUS, statuses.filter(Boolean).join()) ?? 'accepted';
	const isDecided = verdict !== 'unknown' && verdict !== 'inReview';
	const payments: Payment[] = [];
	for (const settlement of entries.settlements ?? []) {
		const type = textOf(settlement.transactionType);
		const { kind, direction = 'asWritten' } =
			kindByColumn('payments', 'transactionType', type) ?? {};
		if (kind === 'authorization' || kind === 'noMoney') continue;
		if (verdict === 'declined' && kind !== 'sale') continue;
		const currency = textOf(settlement.currencyCode).toUpperCase();
		const amount = amountOf(settlement.amount, direction);
		const isPayment = kind === 'sale' || kind === 'refund';
		if (isPayment && isDecided && amount !== undefined && currency !== '') {
			payments.push({ reference, currency, kind, amount, verdict, fee: ZERO, paidOut: ZERO });
		} else unclear.push(requestId);
	}
	// The service gives fees and payouts for a request as a whole.
	const funding = entries.feeAndFundingDetails ?? [];
	return payments.map((one, index) => (index > 0 ? one : { ...one, ...fundingOf(one, funding) }));
}

function fundingOf({ currency, amount }: Payment, entries: readonly IDataObject[]) {
	const sumOf = (direction: Direction, names: string[], currencies: string[]) => {
		const given = entries.filter((entry) => textIn(entry, names) !== '');
		const amounts = given.map((entry) => {
			const isSame = ['', currency].includes(textIn(entry, currencies).toUpperCase());
			return isSame ? amountOf(textIn(entry, names), direction) : undefined;
		});
		return amounts.length > 0 ? total(amounts) : undefined;
	};
	const direction = amount.units < 0n ? 'out' : 'asWritten';
	return {
		fee: sumOf('out', ['totalFeeAmount', 'feeAmount'], ['totalFeeCurrency', 'feeCurrency']),
		paidOut: sumOf(direction, ['fundingAmount'], ['fundingCurrencyCode', 'fundingCurrency']),
	};
}

const textIn = (entry: IDataObject, names: readonly string[]): string =>
	names.map((name) => textOf(entry[name])).find(Boolean) ?? '';

const amountOf = (value: unknown, direction: Direction): Decimal | undefined =>
	parseServiceAmount(signed(textOf(value), direction));
