/** What is remembered of an invoice. */
export interface Known {
	status: string;
	/** The last history entry read: its time, and how many entries of that time were read. */
	cursor?: { at: number; count: number };
	/** Balance of a partly paid invoice. */
	balance?: string;
	/** The due and the expiration date whose passing was told. */
	overdue?: string;
	expiring?: string;
	/** Since when the service says that there is no such invoice. */
	goneSince?: number;
}

/** It is there, and everything that happened to it is to be handed over. */
export const NOT_LOOKED_UP: Known = { status: '' };

const CODES: Record<string, string> = {
	DRAFT: 'D',
	CREATED: 'C',
	SENT: 'S',
	PENDING: 'F',
	PARTIAL: 'P',
	PAID: 'X',
	CANCELED: 'Z',
};
const STATUSES = Object.fromEntries(Object.entries(CODES).map(([status, code]) => [code, status]));

/** One line per invoice keeps the state small: status|cursor|balance|overdue|expiring|gone since|id. */
export function writeKnown(id: string, known: Known): string {
	const cursor = known.cursor ? `${known.cursor.at.toString(36)}.${known.cursor.count}` : '';
	return [
		CODES[known.status] ?? known.status,
		cursor,
		known.balance ?? '',
		known.overdue ?? '',
		known.expiring ?? '',
		known.goneSince?.toString(36) ?? '',
		id,
	].join('|');
}

const LINE = /^[^|]*\|(-?[0-9a-z]+\.\d+)?\|[^|]*\|[^|]*\|[^|]*\|[0-9a-z]*\|./s;

/** Whether a value can be read as a line. */
export const isKnownLine = (value: unknown): value is string =>
	typeof value === 'string' && LINE.test(value);

export function readKnown(line: string): [string, Known] {
	const [code, cursor, balance, overdue, expiring, goneSince, ...id] = line.split('|');
	const known: Known = { status: STATUSES[code] ?? code };
	if (cursor) {
		const [at, count] = cursor.split('.');
		known.cursor = { at: parseInt(at, 36), count: Number(count) };
	}
	if (balance) known.balance = balance;
	if (overdue) known.overdue = overdue;
	if (expiring) known.expiring = expiring;
	if (goneSince) known.goneSince = parseInt(goneSince, 36);
	return [id.join('|'), known];
}
