/** What a word says of a column that is not a field of an invoice. */
type Role =
	| 'billable'
	| 'closed'
	| 'count'
	| 'currency'
	| 'due'
	| 'factor'
	| 'includes'
	| 'money'
	| 'notBilled'
	| 'open'
	| 'other'
	| 'partly'
	| 'payment'
	| 'period'
	| 'periodOf'
	| 'received'
	| 'settled'
	| 'span'
	| 'status'
	| 'taxable'
	| 'time';

/**
 * The one vocabulary of columns, and of what a status column says. A column is what the longest ending of its name that
 * is listed here says: "Shipping City" is a city. "^" is the beginning, so "^ time" is a column named Time. Several
 * words may be written as one. A plural is listed where it says something else.
 */
const VOCABULARY: Record<Role, string> = {
	billable: '^ bill, billable, chargeable, send invoice, to bill, to invoice',
	/** In a cell. As the name of a column it is no answer. */
	closed: 'chargeback, overpaid, refund, settled, void',
	/** How many, of the line or of the whole order. */
	count: 'count, items, ^ number, qty, quantity',
	currency: 'ccy, currency',
	due: 'deadline, due, payable',
	/** Multiplies the price where that is for one of them. */
	factor:
		'days, duration, hours, minutes, months, nights, pieces, seats, ^ term, ^ time, weeks, years',
	/** A charge is in the price, or not to be paid. */
	includes: 'exempt, incl, include, included, including',
	money:
		'add on, amount, charge, cost, deposit, discount, fee, freight, gst, price, shipping, subtotal, surcharge, tax, taxes, tip, total, vat',
	/** Says the opposite of billable. */
	notBilled: 'no charge, non billable, not bill, not billable',
	/** Not settled, although a word for that follows. */
	open: 'awaiting, be, non, not, un',
	/** Identifiers, texts and measures: their numbers are no money. */
	other: [
		'account, address, barcode, code, ean, fax, id, index, ^ line, mobile, name, no, number, phone, po, position',
		'postcode, ref, reference, row, sku, tel, telephone, upc, version, zip, zipcode',
		'delivery status, fulfillment status, shipping status',
		'billed to, city, color, comment, company, compare at price, country, description, invoiced to, level, location',
		'method, note, payment terms, province, reason, region, remark, source, street, tag, terms, ^ terms, title, type, vendor, zone',
		'apt, booking, center, contract, course, employee, flight, floor, job, plate, priority, project, rep, room, ticket',
		'age, gram, height, kg, length, size, stock, weight, width',
	].join(', '),
	/** Nobody knows what is left to pay. */
	partly: 'partial, partially',
	payment: 'financial, payment',
	/** A time where all words before are known: a number in Extra Day is a charge. */
	period: 'day, month, quarter, week, year',
	periodOf: 'billing, birth, end, fiscal, invoice, order, start',
	/** Paid, in a column about payments. */
	received: 'captured, cleared, complete, completed, received, succeeded',
	settled: [
		'billed, cancel date, canceled, cancellation date, cancelled, cash received, date of payment, invoice sent, invoiced',
		'is paid, paid, paid at, paid on, payment completed, payment date, payment made, payment received, prepaid',
		'received date, ^ refund, refund date, refunded, ^ settled, ^ void, voided',
	].join(', '),
	/** When work began or ended. */
	span: '^ begin, ^ end, ^ finish, ^ from, ^ start, ^ to, clock in, clock out, end time, start time',
	status:
		'financial status, invoice status, order status, ^ payment, payment status, state, status',
	taxable: 'taxable',
	time: 'at, date, on, time, timestamp',
};

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

const roleOf = (words: string): Role | undefined =>
	ROLES.get(words) ?? ROLES.get(words.replace(/s$/, ''));

/** "shippingCity", "SHIPPING_CITY" and "Shipping City (US)" are the words shipping and city, and "Job #" is "Job No". */
const wordsOf = (text: string): string[] =>
	text
		.replace(/\([^()]*\)/g, ' ')
		.replaceAll('#', ' no ')
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.match(/\p{L}+/gu) ?? [];

/** "Paid" and nothing else. Sheets have thousands of cells, so this must be quick. */
export const isOnlySettled = (text: string): boolean =>
	['closed', 'settled'].includes(ROLES.get(text.toLowerCase()) ?? '');

/** What the name of a column, or the text of a status, says. */
export class Wording {
	private readonly roles: ReadonlyArray<Role | undefined>;

	/** What the column is; undefined where its last word is not known. */
	readonly head?: Role;

	constructor(text: string) {
		const words = wordsOf(text);
		this.roles = words.map(roleOf);
		this.head = this.headOf(['^', ...words].slice(-MOST_WORDS));
	}

	mentions(...roles: Role[]): boolean {
		return this.first(...roles) >= 0;
	}

	/** "Paid at", "Paid in full", "Paid, not shipped", "partially paid", and not "to be paid". */
	get isSettled(): boolean {
		return this.says('settled', 'closed', 'partly');
	}

	/** Without "not" or the like before it. */
	says(...roles: Role[]): boolean {
		const [open, said] = [this.first('open'), this.first(...roles)];
		return said >= 0 && (open < 0 || said < open);
	}

	private first(...roles: Role[]): number {
		return this.roles.findIndex((role) => role !== undefined && roles.includes(role));
	}

	private headOf(words: readonly string[]): Role | undefined {
		const endings = words.map((_, start) => roleOf(words.slice(start).join(' ')));
		const head = endings.find((role) => role !== undefined);
		if (this.mentions('settled') && (head === undefined || head === 'settled' || head === 'time')) {
			return this.isSettled ? 'settled' : undefined;
		}
		return head === 'period' && this.roles.includes(undefined) ? undefined : head;
	}
}
