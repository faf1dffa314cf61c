import type { Transaction } from './transaction';

export interface Batch {
	id: string;
	date: string;
}

/** What a merchant's day brought in is sent to the processor together. */
export function batchOf({ organizationId, time }: Transaction): Batch {
	const date = new Date(time).toISOString().slice(0, 10);
	return { id: `${organizationId}-${date.replaceAll('-', '')}`, date };
}
