import type { IDataObject } from 'n8n-workflow';

import {
	type MoneyDirection,
	classifyByColumn,
	SETTLEMENT_STATUS_COLUMN,
	parseDecision,
	type RowDecision,
} from '../../../shared/catalog/kinds';
import {
	type Decimal,
	parseServiceAmount,
	applyDirection,
	total,
	ZERO,
} from '../../../shared/money';
import { splitPeriod } from '../../../shared/period/period';
import { MAX_REPORT_DAYS } from '../../../shared/service/reporting';
import { trimText } from '../../../shared/text';
import {
	fetchUnmergedRequests,
	mergeSameRequests,
	type PurchaseRefundFetchOptions,
	type PaymentRequest,
} from '../onDemandReport/purchaseRefundPages';

/** Refunds are negative. */
export interface Settlement {
	reference: string;
	currency: string;
	kind: 'sale' | 'refund';
	amount: Decimal;
	/** Declined purchases are included: they explain why nothing was settled. */
	verdict: RowDecision;
	/** Undefined if missing or in another currency. */
	fees?: Decimal;
	paidOut?: Decimal;
}

export async function fetchSettlements(
	{ period, ...question }: PurchaseRefundFetchOptions,
	referenceName: string,
	warn: (warning: string) => void,
): Promise<Settlement[]> {
	const requests: PaymentRequest[][] = [];
	for (const part of splitPeriod(period, MAX_REPORT_DAYS)) {
		requests.push(await fetchUnmergedRequests({ ...question, period: part }, warn));
	}
	const all = mergeSameRequests(requests.flat()).flatMap((one) =>
		settlementsOf(one, referenceName),
	);
	const unclear = all.filter((one) => typeof one === 'string');
	if (unclear.length > 0) {
		warn(
			`Settlements left out because they are neither sales nor refunds, or their status, amount or currency isn't clear: ${unclear.length}, for example ${unclear[0]}.`,
		);
	}
	return all.filter((one) => typeof one !== 'string');
}

/** A string describes a settlement that isn't clear. */
function settlementsOf(
	{ requestId, entries }: PaymentRequest,
	referenceName: string,
): Array<Settlement | string> {
	const { settlements = [], settlementStatuses = [], feeAndFundingDetails = [] } = entries;
	const [reference = ''] = textsIn(Object.values(entries).flat(), [referenceName]);
	const statuses = textsIn(settlementStatuses, ['status']).join();
	const all = settlements.flatMap((entry) => {
		const status = statuses || trimText(entry.status);
		return settlementOf(entry, { reference, status, requestId }) ?? [];
	});
	// The service gives fees and payouts per request, not per settlement.
	const first = all.find((one) => typeof one !== 'string');
	if (first !== undefined) Object.assign(first, fundingOf(first, feeAndFundingDetails));
	return all;
}

/** Undefined if no money moves. */
function settlementOf(
	entry: IDataObject,
	{ reference, status, requestId }: Record<'reference' | 'status' | 'requestId', string>,
): Settlement | string | undefined {
	const verdict = parseDecision(SETTLEMENT_STATUS_COLUMN, status) ?? 'accepted';
	const type = trimText(entry.transactionType);
	const { kind, direction = 'asWritten' } =
		classifyByColumn('payments', 'transactionType', type) ?? {};
	const isMoney = kind !== 'authorization' && kind !== 'noMoney';
	if (!isMoney || (verdict === 'declined' && kind !== 'sale')) return undefined;
	const currency = trimText(entry.currencyCode).toUpperCase();
	const amount = amountOf(entry.amount, direction);
	const isDecided = verdict !== 'unknown' && verdict !== 'inReview' && requestId !== '';
	if (!isDecided || (kind !== 'sale' && kind !== 'refund') || !amount || !currency)
		return `reference "${reference}", request "${requestId}"`;
	return { reference, currency, kind, amount, verdict, fees: ZERO, paidOut: ZERO };
}

function fundingOf(settlement: Settlement, entries: readonly IDataObject[]) {
	const sumOf = (direction: MoneyDirection, names: string[], currencies: string[]) => {
		const amounts = entries.flatMap((entry) => {
			const [text] = textsIn([entry], names);
			const [currency = settlement.currency] = textsIn([entry], currencies);
			const isSame = currency.toUpperCase() === settlement.currency;
			return text ? [isSame ? amountOf(text, direction) : undefined] : [];
		});
		if (amounts.length > 0) return total(amounts);
		// There are none before the settlement.
		return settlement.verdict === 'accepted' ? undefined : ZERO;
	};
	const direction = settlement.amount.units < 0n ? 'out' : 'asWritten';
	return {
		fees: sumOf('out', ['totalFeeAmount', 'feeAmount'], ['totalFeeCurrency', 'feeCurrency']),
		paidOut: sumOf(direction, ['fundingAmount'], ['fundingCurrencyCode', 'fundingCurrency']),
	};
}

const textsIn = (entries: readonly IDataObject[], names: readonly string[]): string[] =>
	entries.flatMap((entry) => names.map((name) => trimText(entry[name])).filter(Boolean));

const amountOf = (value: unknown, direction: MoneyDirection): Decimal | undefined =>
	parseServiceAmount(applyDirection(trimText(value), direction));
