import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	isFlag,
	isName,
	isText,
	listOf,
	oneOf,
	optional,
	encodeWithChecksum,
	shapeOf,
	decodeWithChecksum,
} from '../../../../shared/untrusted';
import { utcText } from '../../../../shared/period/period';
import { refusal } from '../../../../shared/problem';
import { isRecord } from '../../../../shared/text';
import type { ReportOfOrder } from './order';

/** A part, and what is known of its report. */
export interface OrderedPart extends ReportOfOrder {
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
	/** Whether the user named it. */
	hasOwnName: boolean;
	/** What the bodies of all parts have in common. */
	body: IDataObject;
	parts: OrderedPart[];
}

const VERSION = 3;

/** The order as one text, from which it can be collected later, by any workflow. */
export const orderIdOf = ({ parts, ...order }: Order): string =>
	encodeWithChecksum({
		...order,
		version: VERSION,
		zone: parts[0]?.window.start.zoneName,
		parts: parts.map(({ window, ...part }) => ({
			...part,
			start: utcText(window.start),
			end: utcText(window.end),
		})),
	});

export function readOrderId(entered: string): Order {
	const written = decodeWithChecksum(entered, isWritten);
	if (written === undefined) {
		throw refusal(
			'this is not an order ID, or a part of it is missing',
			'Use the value "orderId" that Create One-Time or Collect puts out.',
			'Order ID',
		);
	}
	const { reportName, organizationId, hasOwnName, body, zone } = written;
	const parts = written.parts.map(({ start, end, ...part }) => ({
		...part,
		window: { start: DateTime.fromISO(start, { zone }), end: DateTime.fromISO(end, { zone }) },
	}));
	return { reportName, organizationId, hasOwnName, body, parts };
}

type WrittenPart = Omit<OrderedPart, 'window'> & { start: string; end: string };

interface WrittenOrder extends Omit<Order, 'parts'> {
	version: number;
	zone: string;
	parts: WrittenPart[];
}

const isTime = (value: unknown): value is string =>
	isText(value) && DateTime.fromISO(value).isValid;

const isZone = (value: unknown): boolean => isText(value) && DateTime.utc().setZone(value).isValid;

const isWritten = shapeOf<WrittenOrder>({
	version: oneOf(VERSION),
	reportName: isName,
	organizationId: isText,
	hasOwnName: isFlag,
	body: isRecord,
	zone: isZone,
	parts: listOf(
		shapeOf<WrittenPart>({
			reportName: isName,
			isOrdered: isFlag,
			isEmpty: isFlag,
			reportId: optional(isName),
			start: isTime,
			end: isTime,
		}),
		1,
	),
});
