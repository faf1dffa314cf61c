import { DateTime } from 'luxon';

import { decodeWithChecksum, encodeWithChecksum } from '../../../../shared/untrusted';
import { utcText } from '../../../../shared/period/period';
import { refusal } from '../../../../shared/problem';
import type { Order, Part } from './order';

/** With its version. */
const KIND = 'order5';

/** The order as one text, from which it can be collected later, by any workflow. */
export const orderIdOf = ({ parts, ...order }: Order): string =>
	encodeWithChecksum(KIND, {
		...order,
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
	const written = decodeWithChecksum<WrittenOrder>(KIND, entered);
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
	zone: string;
	parts: WrittenPart[];
}
