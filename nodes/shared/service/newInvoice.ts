import type { IDataObject } from 'n8n-workflow';

import { compare, toDecimal } from '../money';
import { instant } from '../period/instant';
import { isRecord } from '../record';
import { textIn } from './answers';

/** A service may write times without parts of a second. */
const SLACK = 2000;

/** Clocks of two machines are seldom further apart. */
const MOST_BEHIND = 60_000;

/** What was sent to make an invoice that the service numbers by itself. */
export interface Sent {
	body: IDataObject;
	/** When it was sent, by the clock of this machine. */
	at: number;
}

/** A page of the list, with the clock of the service when it gave it. */
export interface ListedPage {
	entries: IDataObject[];
	at: number;
}

/** The entries of a page that may be what was sent: made since then, and about the same money. */
export function madeOf(page: ListedPage, sent: Sent): IDataObject[] {
	const since = sinceIn(page, sent);
	const money = moneyOf(sent.body);
	return page.entries.filter((entry) => {
		const created = createdAt(entry);
		return created !== undefined && created >= since && isSameMoney(moneyOf(entry), money);
	});
}

/** Whether a page comes newest first and ends before anything was sent: then no later page has it. */
export function isPast(page: ListedPage, sent: Sent): boolean {
	const since = sinceIn(page, sent);
	const times = page.entries.map((entry) => createdAt(entry) ?? Infinity);
	const [first, last] = [times[0], times[times.length - 1]];
	const isNewestFirst = times.every((time, index) => index === 0 || time <= times[index - 1]);
	return isNewestFirst && first > last && last < since;
}

/**
 * When it was sent, by the clock of the service. Where that is far behind, the times of invoices may come from another
 * one, and this machine's counts: an older invoice must never pass for what was sent.
 */
function sinceIn({ at }: ListedPage, sent: Sent): number {
	const now = Date.now();
	const clock = now - at > MOST_BEHIND ? now : at;
	return clock - (now - sent.at) - SLACK;
}

/** A bare date says nothing of the hour. */
const createdAt = ({ createdDate }: IDataObject): number | undefined =>
	textIn(createdDate).includes(':') ? instant(createdDate) : undefined;

function moneyOf({ orderInformation }: IDataObject) {
	const amounts = isRecord(orderInformation) ? orderInformation.amountDetails : undefined;
	const { totalAmount, currency } = isRecord(amounts) ? amounts : {};
	return { total: toDecimal(totalAmount), currency: textIn(currency) };
}

type Money = ReturnType<typeof moneyOf>;

/** As far as both say. */
function isSameMoney(one: Money, other: Money): boolean {
	const isCurrency =
		[one, other].some(({ currency }) => currency === '') || one.currency === other.currency;
	const [a, b] = [one.total, other.total];
	return isCurrency && (a === undefined || b === undefined || compare(a, b) === 0);
}
