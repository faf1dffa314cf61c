import type { Dice } from './chance';

export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;
export const TOTAL = 100;

/** Something that happened to an invoice. */
export interface LedgerChange {
	at: number;
	/** The entries that a whole history has of it: two of one request are less than a second apart. */
	entries: string[];
	status: string;
	/** What was paid with it, and what is left to pay. */
	paid: number;
	balance: number;
}

export interface LedgerInvoice {
	id: string;
	isEmailed: boolean;
	changes: LedgerChange[];
}

export const isFinished = ({ status }: LedgerChange): boolean =>
	status === 'PAID' || status === 'CANCELED';

/** What happened to all invoices, at these moments, by chance: each a change that the specification allows. */
export function writeLedger(
	moments: readonly number[],
	sending: readonly string[],
	roll: Dice,
): LedgerInvoice[] {
	const ledger: LedgerInvoice[] = [];
	const add = (invoice: LedgerInvoice, at: number, entries: string[], status: string, paid = 0) => {
		const last = invoice.changes.at(-1);
		const balance = (last?.balance ?? TOTAL) - paid;
		// Two entries of one moment have no order that anybody could know.
		const moment = Math.max(at, (last?.at ?? 0) + 2000);
		invoice.changes.push({ at: moment, entries, status, paid, balance });
	};
	const pay = (invoice: LedgerInvoice, at: number, isWhole: boolean) => {
		const { balance } = invoice.changes.at(-1)!;
		const paid = isWhole || balance < 10 ? balance : 1 + roll(balance - 1);
		add(invoice, at, ['PAYMENT'], paid === balance ? 'PAID' : 'PARTIAL', paid);
	};
	const publish = (invoice: LedgerInvoice, at: number, isNew: boolean) => {
		if (!invoice.isEmailed) add(invoice, at, ['CREATE'], 'CREATED');
		else add(invoice, at, isNew ? [...sending] : ['SEND'], 'SENT');
	};
	const create = (at: number) => {
		const id = `INV-${String(roll(1_000_000)).padStart(6, '0')}-${ledger.length}`;
		const invoice = { id, isEmailed: roll(3) > 0, changes: [] };
		ledger.push(invoice);
		if (roll(3) === 0) return add(invoice, at, ['DRAFT'], 'DRAFT');
		publish(invoice, at, true);
		if (roll(8) === 0) pay(invoice, at + 1000 + roll(5000), true);
	};
	for (const at of moments) {
		const open = ledger.filter(({ changes }) => !isFinished(changes.at(-1)!));
		if (open.length === 0 || roll(3) === 0) {
			create(at);
			continue;
		}
		const invoice = open[roll(open.length)];
		const { status, balance } = invoice.changes.at(-1)!;
		const choice = roll(6);
		if (status === 'DRAFT' && choice > 0) publish(invoice, at, false);
		else if (status === 'PENDING' && choice > 2) {
			add(invoice, at, ['REJECTED'], balance < TOTAL ? 'PARTIAL' : 'SENT');
		} else if (status === 'DRAFT' || (choice === 5 && status !== 'PARTIAL'))
			add(invoice, at, ['CANCEL'], 'CANCELED');
		else if (status === 'PENDING' || choice < 4) pay(invoice, at, choice > 1);
		else add(invoice, at, ['PENDING'], 'PENDING');
	}
	return ledger;
}
