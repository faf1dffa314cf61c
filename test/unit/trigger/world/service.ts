import type { IDataObject } from 'n8n-workflow';

import {
	readInvoiceDetails,
	readListedInvoice,
	type InvoiceDetails,
} from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/invoice';
import type {
	ListedPage,
	InvoiceService,
} from '../../../../nodes/MerchantServicesTrigger/events/invoiceStatus/service';
import { serviceFailed, type Dice } from './chance';
import { DAY, isFinished, MINUTE, TOTAL, type LedgerChange, type LedgerInvoice } from './ledger';

/** Which entries a history has: the specification shows SEND and DRAFT, and says that it has the changes of status. */
type HistoryKind = 'all' | 'sendAndDraft' | 'noCreation' | 'noReviews' | 'empty' | 'absent';
const HISTORIES: Record<HistoryKind, readonly string[] | undefined> = {
	all: ['DRAFT', 'CREATE', 'SEND', 'PAYMENT', 'PENDING', 'REJECTED', 'CANCEL'],
	sendAndDraft: ['DRAFT', 'SEND'],
	noCreation: ['PAYMENT', 'PENDING', 'REJECTED', 'CANCEL'],
	noReviews: ['DRAFT', 'CREATE', 'SEND', 'PAYMENT', 'CANCEL'],
	empty: [],
	absent: undefined,
};

type Roll = <T>(...choices: T[]) => T;

/** One reading of what the specification leaves open, and how the network is. */
const anyReading = (of: Roll) => ({
	history: of<HistoryKind>(
		'all',
		'all',
		'sendAndDraft',
		'noCreation',
		'noReviews',
		'empty',
		'absent',
	),
	/** The entries of an invoice that is sent when it is created. */
	sending: of(['SEND'], ['CREATE', 'SEND'], ['CREATE']),
	isNewestFirst: of(true, false),
	wholeSeconds: of(true, false),
	/** An entry shows so much later than the status. */
	lag: of(0, 0, 0, 4 * MINUTE, 9 * MINUTE),
	hasAmounts: of(true, true, false),
	hasBalance: of(true, true, true, false),
	hasCreated: of(true, true, true, false),
	order: of('newest', 'oldest', 'updated', 'scrambled'),
	total: of('list', 'list', 'page', 'absent'),
	offset: of('entries', 'entries', 'pages'),
	mostOnPage: of(5, 20, 100),
	isEmptyNotFound: of(true, false, false),
	/** The clock of the service is ahead of n8n's. */
	ahead: of(0, 0, 2 * MINUTE, -2 * MINUTE),
	/** A finished invoice is there for so long. */
	retention: of(7 * DAY, 14 * DAY, 1000 * DAY),
	/** Chances: a request fails, a response is some minutes old. */
	fault: of(0, 0, 0.02, 0.2),
	stale: of(0, 0, 0, 0.05),
});

export type Reading = ReturnType<typeof anyReading>;

const ORDINARY: Partial<Reading> = {
	history: 'all',
	lag: 0,
	hasAmounts: true,
	hasBalance: true,
	hasCreated: true,
	total: 'list',
	offset: 'entries',
	retention: 1000 * DAY,
	stale: 0,
};

/** What is the same for all services of a class. The rest is by chance. */
export const CLASSES: Record<string, Partial<Reading>> = {
	ordinary: ORDINARY,
	'no amounts': { ...ORDINARY, hasAmounts: false },
	'no history': { ...ORDINARY, history: 'absent' },
	'SEND and DRAFT only': { ...ORDINARY, history: 'sendAndDraft', sending: ['SEND'] },
	'no totals': { ...ORDINARY, total: 'absent' },
	lagging: { ...ORDINARY, lag: 7 * MINUTE },
	mixed: {},
	'totals of pages': { ...ORDINARY, fault: 0, total: 'page', mostOnPage: 100 },
	'small pages by number': { ...ORDINARY, fault: 0, offset: 'pages', mostOnPage: 5 },
	'small pages in no order': {
		...ORDINARY,
		fault: 0,
		total: 'absent',
		mostOnPage: 5,
		order: 'scrambled',
	},
};

export function readingOf(same: Partial<Reading>, roll: Dice): Reading {
	const reading = { ...anyReading((...choices) => choices[roll(choices.length)]), ...same };
	const { history } = reading;
	// What `docs/develop/spec-readings.md` leaves out, see "What they don't handle".
	if (reading.total === 'page') reading.mostOnPage = 100;
	if (history === 'sendAndDraft' || history === 'noReviews') reading.lag = 0;
	if (history === 'noReviews') reading.hasAmounts = reading.hasBalance = true;
	return reading;
}

/** A service of one reading, whose responses show the ledger at a moment. */
export class LedgerService implements InvoiceService {
	clock = 0;
	requests = 0;
	/** How many responses failed or were old. */
	flaws = 0;
	isCalm = true;
	/** When the details of an invoice were last shown truly. */
	lookedUp = new Map<string, number>();

	constructor(
		readonly reading: Reading,
		readonly ledger: readonly LedgerInvoice[],
		private readonly roll: Dice,
		/** Whether a request fails, counted from 1; otherwise it's by chance. */
		private readonly fails: (request: number) => boolean = () => false,
	) {}

	isRecorded({ entries }: LedgerChange): boolean {
		return entries.some((event) => HISTORIES[this.reading.history]?.includes(event) === true);
	}

	shown(at: number): string {
		const text = new Date(at + this.reading.ahead).toISOString();
		return this.reading.wholeSeconds ? text.replace(/\.\d+Z$/, 'Z') : text;
	}

	private chance(probability: number): boolean {
		return !this.isCalm && this.roll(1000) < probability * 1000;
	}

	/** The moment that a response shows: now, or a while ago. */
	private moment(): number {
		this.requests++;
		this.clock += 150;
		const isFailing = this.chance(this.reading.fault) || this.fails(this.requests);
		const isOld = this.chance(this.reading.stale);
		if (isFailing || isOld) this.flaws++;
		if (isFailing) throw serviceFailed();
		return isOld ? this.clock - this.roll(4 * MINUTE) : this.clock;
	}

	private at({ changes }: LedgerInvoice, moment: number): LedgerChange | undefined {
		const last = changes.findLast(({ at }) => at <= moment);
		const isGone = last && isFinished(last) && moment - last.at > this.reading.retention;
		return isGone ? undefined : last;
	}

	private summary({ id, changes, isEmailed }: LedgerInvoice, { status }: LedgerChange) {
		return {
			id,
			status,
			...(this.reading.hasCreated && { createdDate: this.shown(changes[0].at) }),
			invoiceInformation: { dueDate: '2027-01-01', deliveryMode: isEmailed ? 'Email' : 'None' },
		};
	}

	async page(status: string, offset: number, limit: number): Promise<ListedPage | undefined> {
		const moment = this.moment();
		const { mostOnPage, offset: counts, total, isEmptyNotFound, order } = this.reading;
		const listed = this.ledger
			.flatMap((invoice) => {
				const last = this.at(invoice, moment);
				return last?.status === status ? [{ invoice, last, created: invoice.changes[0].at }] : [];
			})
			.sort((a, b) => {
				if (order === 'scrambled') return a.invoice.id < b.invoice.id ? -1 : 1;
				if (order === 'updated') return b.last.at - a.last.at;
				return order === 'newest' ? b.created - a.created : a.created - b.created;
			});
		if (listed.length === 0 && isEmptyNotFound) return undefined;
		const size = Math.min(limit, mostOnPage);
		const from = counts === 'pages' ? offset * size : offset;
		const entries = listed
			.slice(from, from + size)
			.map(({ invoice, last }) => readListedInvoice(this.summary(invoice, last)));
		const totals = new Map([
			['list', listed.length],
			['page', entries.length],
		]);
		return { entries, total: totals.get(total), at: this.clock + this.reading.ahead };
	}

	async details(id: string): Promise<InvoiceDetails | undefined> {
		const moment = this.moment();
		const invoice = this.ledger.find((each) => each.id === id);
		const last = invoice && this.at(invoice, moment);
		if (invoice === undefined || last === undefined) return undefined;
		if (moment === this.clock) this.lookedUp.set(id, moment);
		const { history, lag, hasBalance, hasAmounts, isNewestFirst } = this.reading;
		const entries = invoice.changes
			.flatMap(({ at, entries: events, paid }) =>
				events.map((event, index) => ({ at: at + 300 * index, event, paid })),
			)
			.filter(({ at, event }) => at + lag <= moment && HISTORIES[history]?.includes(event))
			.map(({ at, event, paid }) => ({
				event,
				date: this.shown(at),
				...(paid > 0 && { transactionDetails: hasAmounts ? { amount: paid } : {} }),
			}));
		const body: IDataObject = {
			...this.summary(invoice, last),
			orderInformation: {
				amountDetails: { totalAmount: TOTAL, ...(hasBalance && { balanceAmount: last.balance }) },
			},
		};
		if (HISTORIES[history]) body.invoiceHistory = isNewestFirst ? entries.reverse() : entries;
		return readInvoiceDetails(body);
	}
}
