/**
 * The one vocabulary of columns, of what a status says, and of lines that are sums. A column is what the longest ending
 * of its name that is listed here says: "Shipping City" is a city. "^" is the beginning, so "^ time" is a column named
 * Time. Several words may be written as one. A plural is listed where it says something else. Elsewhere entries of
 * several words count as a whole cell only, apart from those of two words in IN_TEXTS.
 */
const VOCABULARY = {
	billable: [
		'^ active, approved, ^ bill, bill client, bill customer, bill it, bill to client, billable, chargeable, ^ confirmed',
		'^ include, ^ ok, ^ process, ^ select, ^ send, send invoice, to bill, to invoice',
	].join(', '),
	/** Money as the name of a column, and not in one: Delivery Week and Parking Lot are none. */
	charge: [
		'accommodation, adjustment, admin, advance, allowance, arrears, assembly, bonus, call out, callout, carriage',
		'^ cash, cleaning, ^ core, courier, courtesy, customs, delivery, donation, duty, electricity, excise, extension',
		'extra, fuel, gift card, gift wrap, grant, ^ gross, haulage, hosting, install, installation, labor, labour',
		'^ less, levy, linen, lunch, material, meals, minus, misc, ^ net, ^ off, ^ other, packing, parking, parts',
		'^ payments, penalty, premium, prepayment, remaining, retainer, retainer applied, retention, rush, s h',
		'scholarship, subsidy, supplies, toll, trade in, transport, travel, tuition, utilities, ^ value, water',
		'withholding, wrapping',
	].join(', '),
	/** A new one begins after it: "Not shipped, paid". */
	clause: 'and, but',
	/** In a cell. As the name of a column it is no answer. */
	closed:
		'bad debt, chargeback, hold, on hold, overpaid, refund, settled, void, write off, written off',
	/** The quantity, where no other column has that: elsewhere a weight is that of a parcel. */
	count: 'count, gram, items, kg, length, ^ number, qty, quantity, weight',
	currency: 'ccy, crncy, curr, currency, devise, fx, moneda, valuta, währung',
	/** Of a status: nobody is to pay. */
	dropped: [
		'awaiting approval, comp, comped, complimentary, credited, cxl, declined, deleted, disputed, do not send, duplicate',
		'expired, failed, free, in dispute, lost, no show, not approved, pending approval, rejected, returned, trial',
		'unapproved, waived',
	].join(', '),
	/** Of a column that says what kind of document a row is: it is no invoice. */
	document:
		'cr, credit memo, credit note, pro forma, purchase order, quotation, receipt, sales receipt',
	documentKind:
		'debit credit, doc type, document type, dr cr, invoice type, ^ kind, record type, transaction type, ^ type',
	due: 'deadline, due, payable',
	/** Multiplies the price where that is for one of them. */
	factor:
		'crew, days, duration, exchange rate, guests, hours, hrs, minutes, months, multiplier, nights, ^ per, people, persons, pieces, seats, sets, staff, ^ term, ^ time, units, units per case, weeks, workers, years',
	/** A charge is in the price, or not to be paid. */
	includes: 'exempt, incl, include, included, including, inclusive',
	money: [
		'add on, cgst, charge, commission, cost, coupon, credit, deposit, discount, duties, expense, fee, freight, gratuity',
		'gst, handling, igst, insurance, markup, price, promo, rate, rebate, rent, setup, sgst, shipping, surcharge, tax, taxes, tip',
		'vat, voucher',
	].join(', '),
	note: 'comment, memo, message, note, reason, remark',
	/** Says the opposite of billable. */
	notBilled: [
		'do not bill, do not invoice, do not send, no charge, non billable, not bill, not billable, unbillable',
		'^ archived, ^ bad debt, ^ comp, ^ complimentary, ^ declined, ^ deleted, ^ draft, ^ duplicate, ^ exclude, ^ excluded',
		'^ failed, ^ free, ^ hold, ^ ignore, ^ no show, ^ on hold, ^ pro bono, ^ rejected, ^ removed, ^ returned, ^ skip, ^ test',
		'^ waived, ^ written off',
	].join(', '),
	/** Of a status that says nothing else: an accepted quote is billed. */
	offered: 'estimate, quote',
	/** Not settled, although a word for that follows. */
	open: 'awaiting, be, nein, nicht, no pagada, no pagado, non, not, open, outstanding, overdue, pas, pending, un, unpaid',
	/** Identifiers, texts and measures: their numbers are no money. */
	other: [
		'account, address, barcode, code, ean, fax, id, index, item, ^ line, mobile, name, no, number, phone, po, position',
		'postcode, ref, reference, row, sku, tel, telephone, upc, version, zip, zipcode',
		'delivery status, fulfillment status, shipping status',
		'billed to, city, color, company, compare at price, country, description, invoiced to, level, location',
		'method, province, region, source, street, tag, title, type, vendor, zone',
		'apt, booking, center, contract, course, employee, flight, floor, job, plate, priority, project, rep, room, ticket',
		'age, height, size, stock, width',
	].join(', '),
	owed: 'amount, balance, owe',
	/** Nobody knows what is left to pay. */
	partly: 'partial, partially',
	payment: 'financial, payment',
	period: 'day, month, quarter, week, year',
	/** Paid, in a column about payments. */
	received: 'captured, cleared, closed, complete, completed, received, succeeded',
	/** Beside a total, these say of what. A column is what it is without them. */
	scope: [
		'after, all, before, excl, final, for, grand, invoice, net, of, order, overall, sub, the, to, with',
		'january, february, march, april, may, june, july, august, september, october, november, december',
	].join(', '),
	settled: [
		'billed, ^ cancel, cancel date, canceled, cancellation date, cancelled, cash received, check no, check number, cheque no',
		'date of payment, date received, invoice sent, invoiced',
		'^ collected, is paid, paid, paid at, paid on, payment complete, payment completed, payment date, payment made, payment received, ^ pd, prepaid',
		'^ rcvd, received date, ^ refund, refund date, refunded, ^ settled, ^ void, voided',
		'bezahlt, storniert, annulé, annulée, payé, payée, anulado, anulada, pagado, pagada',
	].join(', '),
	/** When work or a rental began or ended. */
	span: [
		'^ begin, ^ end, ^ finish, ^ from, ^ start, ^ to, clock in, clock out, end date, end time, start date, start time',
		'arrival, arrival date, check in, check in date, check out, check out date, departure, departure date',
		'pickup, pickup date, ^ return, return date',
	].join(', '),
	status:
		'financial status, invoice status, order status, ^ payment, payment status, stage, state, status',
	taxable: 'taxable',
	/** How something is to be paid, and not whether it is. */
	terms: 'credit days, grace days, net days, payment days, payment terms, terms, ^ terms',
	time: 'at, date, on, time, timestamp',
	total: 'gesamt, somme, subtotal, sum, suma, summe, total, totale',
};

/** What a word says of a column that is not a field of an invoice. */
type Role = keyof typeof VOCABULARY;

const ROLES = new Map(
	Object.entries(VOCABULARY).flatMap(([role, words]) =>
		words.split(', ').flatMap((word): Array<[string, Role]> => [
			[word, role as Role],
			[word.replaceAll(' ', ''), role as Role],
		]),
	),
);

/** Of what is listed. A cell can have thousands. */
const MOST_WORDS = 3;

/** Whether a word of a column is listed. */
export const isListed = (word: string): boolean => roleOf(word) !== undefined;

/** Room is which one, and Rooms is how many. */
const roleOf = (words: string): Role | undefined => {
	const ofOne = ROLES.get(words.replace(/s$/, ''));
	return ROLES.get(words) ?? (ofOne === 'other' ? 'count' : ofOne);
};

/** "shippingCity", "SHIPPING_CITY" and "Shipping City (US)" are the words shipping and city, and "Job #" is "Job No". */
export const wordsOf = (text: string): string[] =>
	text
		.replace(/\([^()]*\)/g, ' ')
		.replace(/[,;/|]|\s[-–—]\s/g, ' but ')
		.replaceAll('#', ' no ')
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.match(/\p{L}+/gu) ?? [];

/** Of "Paid" or "No charge", and nothing else. Sheets have thousands of cells, so this must be quick. */
export const roleOfCell = (text: string): Role | undefined =>
	ROLES.get(text.toLowerCase().replaceAll('-', ' '));

/** What two words say within a text: "Written off 11/01". */
const IN_TEXTS: ReadonlyArray<Role | undefined> = ['closed', 'dropped', 'open'];

const MONEY: readonly Role[] = ['money', 'owed', 'total'];
/** The words in the name of a line that is a total. */
const TOTALS: readonly Role[] = ['count', 'due', 'owed', 'period', 'scope', 'total'];

/** What the name of a column or of a line, or the text of a status, says. */
export class Wording {
	private readonly roles: ReadonlyArray<Role | undefined>;

	/** What the column is; undefined where its last word is not known. */
	readonly head?: Role;

	constructor(text: string) {
		const words = wordsOf(text);
		this.roles = words.map((word, index) => {
			const ofTwo = roleOf(words.slice(index, index + 2).join(' '));
			return IN_TEXTS.includes(ofTwo) ? ofTwo : roleOf(word);
		});
		const ofColumn = words.filter((_, index) => this.roles[index] !== 'clause');
		this.head = this.headOf(['^', ...ofColumn].slice(-MOST_WORDS));
	}

	mentions(...roles: Role[]): boolean {
		return this.roles.some((role) => role !== undefined && roles.includes(role));
	}

	get mentionsMoney(): boolean {
		return this.mentions(...MONEY);
	}

	get isMoney(): boolean {
		return this.head === undefined ? this.mentionsMoney : MONEY.includes(this.head);
	}

	/** "Paid at", "Paid in full", "Not shipped, paid", "partially paid", and not "to be paid". */
	get isSettled(): boolean {
		return this.says('settled', 'closed', 'partly');
	}

	/** Without "not" or the like before it. */
	says(...roles: Role[]): boolean {
		let isOpen = false;
		return this.roles.some((role) => {
			if (role === 'open' || role === 'clause') isOpen = role === 'open';
			return !isOpen && role !== undefined && roles.includes(role);
		});
	}

	/** "Order total", "Total November" and "Total with tax", and not "Total Gym" or "Total tax". */
	get isTotal(): boolean {
		const joins = this.mentions('includes', 'scope');
		const allowed = joins ? [...TOTALS, ...MONEY, 'includes'] : TOTALS;
		const isAllowed = (role?: Role) => role !== undefined && allowed.includes(role);
		return this.mentions('total') && this.roles.every(isAllowed);
	}

	private headOf(words: readonly string[]): Role | undefined {
		const isUnknown = (role?: Role) => role === undefined || role === 'scope';
		const endings = words.map((_, start) => roleOf(words.slice(start).join(' ')));
		const head = endings.find((role) => !isUnknown(role));
		if (this.mentions('settled') && (head === undefined || head === 'settled' || head === 'time')) {
			return this.isSettled ? 'settled' : undefined;
		}
		return head;
	}
}
