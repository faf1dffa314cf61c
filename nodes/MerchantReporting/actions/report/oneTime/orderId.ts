import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { utcText } from '../../../../shared/period/period';
import { refusal } from '../../../../shared/problem';
import { isRecord, textOf } from '../../../../shared/record';
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

const VERSION = 1;

/** The order as one text, from which it can be collected later, by any workflow. */
export const orderIdOf = ({ parts, ...order }: Order): string =>
	Buffer.from(
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

export function readOrderId(text: string): Order {
	const entered = jsonIn(text);
	if (!isRecord(entered) || entered.version !== VERSION || !Array.isArray(entered.parts)) {
		throw refusal(
			'this is not an order ID',
			'Use the value "orderId" that Create One-Time or Collect puts out.',
			'Order ID',
		);
	}
	const { zone } = entered;
	const at = (time: unknown) => DateTime.fromISO(textOf(time), { zone: textOf(zone) });
	return {
		reportName: textOf(entered.reportName),
		organizationId: textOf(entered.organizationId),
		body: entered.body as IDataObject,
		parts: (entered.parts as IDataObject[]).map(({ start, end, ...part }) => ({
			...(part as Pick<OrderedPart, 'reportName' | 'isOrdered' | 'isEmpty' | 'reportId'>),
			window: { start: at(start), end: at(end) },
		})),
	};
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}
