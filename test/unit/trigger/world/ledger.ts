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

/** What happens to invoices by chance: changes that the specification allows. */
class LedgerWriter {
	readonly ledger: LedgerInvoice[] = [];

	constructor(
		/** The entries of an invoice that is sent when it is created. */
		private readonly sending: readonly string[],
		private readonly roll: Dice,
	) {}

	private add(invoice: LedgerInvoice, at: number, entries: string[], status: string, paid = 0) {
		const last = invoice.changes.at(-1);
		const balance = (last?.balance ?? TOTAL) - paid;
		// Two entries of one moment have no order that anybody could know.
		const moment = Math.max(at, (last?.at ?? 0) + 2000);
		invoice.changes.push({ at: moment, entries, status, paid, balance });
	}

	private pay(invoice: LedgerInvoice, at: number, isWhole: boolean): void {
		const { balance } = invoice.changes.at(-1)!;
		const paid = isWhole || balance < 10 ? balance : 1 + this.roll(balance - 1);
		this.add(invoice, at, ['PAYMENT'], paid === balance ? 'PAID' : 'PARTIAL', paid);
	}

	private publish(invoice: LedgerInvoice, at: number, isNew: boolean): void {
		if (!invoice.isEmailed) this.add(invoice, at, ['CREATE'], 'CREATED');
		else this.add(invoice, at, isNew ? [...this.sending] : ['SEND'], 'SENT');
	}

	private create(at: number): void {
		const { ledger, roll } = this;
		const id = `INV-${String(roll(1_000_000)).padStart(6, '0')}-${ledger.length}`;
		const invoice = { id, isEmailed: roll(3) > 0, changes: [] };
		ledger.push(invoice);
		if (roll(3) === 0) return this.add(invoice, at, ['DRAFT'], 'DRAFT');
		this.publish(invoice, at, true);
		if (roll(8) === 0) this.pay(invoice, at + 1000 + roll(5000), true);
	}

	/** A new invoice, or a change of one that is not finished. */
	write(at: number): void {
		const { ledger, roll } = this;
		const open = ledger.filter(({ changes }) => !isFinished(changes.at(-1)!));
		if (open.length === 0 || roll(3) === 0) return this.create(at);
		const invoice = open[roll(open.length)];
		const { status, balance } = invoice.changes.at(-1)!;
		const choice = roll(6);
		if (status === 'DRAFT' && choice > 0) return this.publish(invoice, at, false);
		if (status === 'PENDING' && choice > 2)
			return this.add(invoice, at, ['REJECTED'], balance < TOTAL ? 'PARTIAL' : 'SENT');
		const isCanceled = status === 'DRAFT' || (choice === 5 && status !== 'PARTIAL');
		if (isCanceled) return this.add(invoice, at, ['CANCEL'], 'CANCELED');
		if (status === 'PENDING' || choice < 4) return this.pay(invoice, at, choice > 1);
		this.add(invoice, at, ['PENDING'], 'PENDING');
	}
}

export function writeLedger(
	moments: readonly number[],
	sending: readonly string[],
	roll: Dice,
): LedgerInvoice[] {
	const writer = new LedgerWriter(sending, roll);
	for (const at of moments) writer.write(at);
	return writer.ledger;
}
