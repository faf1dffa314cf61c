import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { utcText } from '../../../../shared/period/period';
import { refusal } from '../../../../shared/problem';
import { isRecord } from '../../../../shared/record';
import type { Part } from './order';

/** A part, and what is known of its report. */
export interface OrderedPart extends Part {
	/** Whether it was sent to the service: a list that does not show it yet is no reason to send it again. */
	isOrdered: boolean;
	/** Whether the service said that there are no transactions in it. */
	isEmpty: boolean;
	reportId?: string;
}

/** One result that is ordered as one report or several, for a period that is fixed. */
export interface Order {
	reportName: string;
	organizationId: string;
	/** What the bodies of all parts have in common. */
	body: IDataObject;
	parts: OrderedPart[];
}

const VERSION = 2;
const CHECK = 12;

/** A changed ID could order something else: its first characters check the rest. */
const checkOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, CHECK);

/** The order as one text, from which it can be collected later, by any workflow. */
export function orderIdOf({ parts, ...order }: Order): string {
	const text = Buffer.from(
		JSON.stringify({
			...order,
			version: VERSION,
			zone: parts[0]?.window.start.zoneName,
			parts: parts.map(({ window, ...part }) => ({
				...part,
				start: utcText(window.start),
				end: utcText(window.end),
			})),
		}),
	).toString('base64url');
	return checkOf(text) + text;
}

export function readOrderId(entered: string): Order {
	const text = entered.slice(CHECK);
	const written = checkOf(text) === entered.slice(0, CHECK) ? jsonIn(text) : undefined;
	if (!isWritten(written)) {
		throw refusal(
			'this is not an order ID, or a part of it is missing',
			'Use the value "orderId" that Create One-Time or Collect puts out.',
			'Order ID',
		);
	}
	const { reportName, organizationId, body, zone } = written;
	const parts = written.parts.map(({ start, end, ...part }) => ({
		...part,
		window: { start: DateTime.fromISO(start, { zone }), end: DateTime.fromISO(end, { zone }) },
	}));
	return { reportName, organizationId, body, parts };
}

type WrittenPart = Omit<OrderedPart, 'window'> & { start: string; end: string };

interface Written extends Omit<Order, 'parts'> {
	zone: string;
	parts: WrittenPart[];
}

/** The check has no secret in it, so that anyone can write an order ID. */
const isWritten = (value: unknown): value is Written =>
	isRecord(value) &&
	value.version === VERSION &&
	isName(value.reportName) &&
	typeof value.organizationId === 'string' &&
	isRecord(value.body) &&
	typeof value.zone === 'string' &&
	DateTime.utc().setZone(value.zone).isValid &&
	Array.isArray(value.parts) &&
	value.parts.length > 0 &&
	value.parts.every(isPart);

const isPart = (value: unknown): value is WrittenPart =>
	isRecord(value) &&
	isName(value.reportName) &&
	typeof value.isOrdered === 'boolean' &&
	typeof value.isEmpty === 'boolean' &&
	(value.reportId === undefined || isName(value.reportId)) &&
	isTime(value.start) &&
	isTime(value.end);

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTime = (value: unknown): value is string =>
	typeof value === 'string' && DateTime.fromISO(value).isValid;

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}
