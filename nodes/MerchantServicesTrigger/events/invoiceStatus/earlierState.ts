import { isListOf, isRecord } from '../../../shared/record';
import type { Known } from './known';
import { isFinishedLine, isKnownLine, readCursor, statusOf, writeKnown } from './lines';
import { newShelf } from './shelf';
import type { InvoiceState } from './state';

/** What the release before kept: ledgers in place of the lists of finished invoices, which are learned now. */
export function readEarlier(value: Record<string, unknown>): InvoiceState | undefined {
	const { since, activated, turn, ledgers } = value;
	const open = (value.open as unknown[]).map(fromEarlierLine);
	const finished = (value.finished as unknown[]).map((line) => {
		const blank = typeof line === 'string' ? line.indexOf(' ') : -1;
		const known = blank > 0 ? fromEarlierLine((line as string).slice(blank + 1)) : undefined;
		return known && `${(line as string).slice(0, blank)} ${known}`;
	});
	const isSound =
		isListOf(open, isKnownLine) &&
		isListOf(finished, isFinishedLine) &&
		(ledgers === undefined ||
			(isRecord(ledgers) && [ledgers.PAID, ledgers.CANCELED].every(isLedger)));
	if (!isSound) return undefined;
	return {
		since: since as number,
		activated: activated as number,
		ahead: 0,
		open: open as string[],
		finished: finished as string[],
		backlog: value.backlog as string[],
		shelves: ledgers === undefined ? undefined : { PAID: newShelf(), CANCELED: newShelf() },
		turns: { partlyPaid: turn as string, unlisted: '' },
	};
}

const isLedger = (value: unknown): boolean => isRecord(value) && Number.isFinite(value.accounted);

/** status|cursor|balance|overdue|expiring|gone since|id. */
function fromEarlierLine(line: unknown): string | undefined {
	const match =
		typeof line === 'string'
			? /^([^|]*)\|((?:-?[0-9a-z]+\.\d+)?)\|([^|]*)\|([^|]*)\|([^|]*)\|([0-9a-z]*)\|(.+)$/s.exec(
					line,
				)
			: null;
	if (match === null) return undefined;
	const [, code, cursor, balance, overdue, expiring, gone, id] = match;
	const known: Known = { status: statusOf(code), reported: {} };
	if (cursor) known.cursor = readCursor(cursor);
	if (balance) known.balance = balance;
	if (overdue) known.reported!.overdue = overdue;
	if (expiring) known.reported!.expiresSoon = expiring;
	if (gone) known.goneSince = parseInt(gone, 36);
	return writeKnown(id, known);
}
