import { DateTime } from 'luxon';

import { decodeWithChecksum, encodeWithChecksum } from '../../../../shared/untrusted';
import { utcText } from '../../../../shared/period/period';
import { refusal } from '../../../../shared/problem';
import { isRecord } from '../../../../shared/text';
import type { Order, Part } from './order';

const VERSION = 4;

/** The order as one text, from which it can be collected later, by any workflow. */
export const orderIdOf = ({ parts, ...order }: Order): string =>
	encodeWithChecksum({
		...order,
		version: VERSION,
		zone: parts[0]?.window.start.zoneName,
		parts: parts.map((part) => ({
			reportName: part.reportName,
			reportId: part.reportId,
			status: part.status,
			start: utcText(part.window.start),
			end: utcText(part.window.end),
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

type WrittenPart = Pick<Part, 'reportName' | 'reportId' | 'status'> & {
	start: string;
	end: string;
};

interface WrittenOrder extends Omit<Order, 'parts'> {
	version: number;
	zone: string;
	parts: WrittenPart[];
}

/** Whoever can write the checksum could write any order: its version is enough. */
const isWritten = (value: unknown): value is WrittenOrder =>
	isRecord(value) && value.version === VERSION;
