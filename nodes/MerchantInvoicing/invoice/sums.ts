import type { IDataObject } from 'n8n-workflow';

import {
	BALANCE_PATH,
	daysBetween,
	dueDateOf,
	formatAmount,
	INVOICE_FIELDS,
	isOverdue,
	isOwedStatus,
	statusOf,
} from '../../shared/invoice/invoice';
import {
	add,
	compare,
	type Decimal,
	format,
	parseServiceAmount,
	subtract,
	ZERO,
} from '../../shared/money';
import { type Invoice, invoiceNumberOf } from '../../shared/service/invoicing';
import { trimText, valueAt } from '../../shared/text';
import { setAtPath } from './values';

export type Grouping = 'age' | 'customer' | 'currency' | 'status';

/** In days overdue, as accountants split a balance. */
export const AGE_BUCKETS = [
	{ name: 'notDueAmount', heading: 'Not Due', from: -Infinity },
	{ name: 'days1To30Amount', heading: '1-30 Days', from: 1 },
	{ name: 'days31To60Amount', heading: '31-60 Days', from: 31 },
	{ name: 'days61To90Amount', heading: '61-90 Days', from: 61 },
	{ name: 'over90DaysAmount', heading: 'Over 90 Days', from: 91 },
] as const;

type SumOfAmounts =
	| 'totalAmount'
	| 'paidAmount'
	| 'balanceAmount'
	| 'overdueAmount'
	| (typeof AGE_BUCKETS)[number]['name'];

const OWED: readonly SumOfAmounts[] = [
	'balanceAmount',
	'overdueAmount',
	'totalAmount',
	'paidAmount',
];

const AMOUNTS: Record<Grouping, readonly SumOfAmounts[]> = {
	age: ['balanceAmount', ...AGE_BUCKETS.map(({ name }) => name)],
	currency: OWED,
	customer: OWED,
	status: OWED,
};

type Amounts = Partial<Record<SumOfAmounts, Decimal>>;

interface SumGroup {
	/** Such as the customer. */
	about: IDataObject;
	currency: string;
	count: number;
	/** Undefined if one invoice lacks the amount. */
	sums: Amounts;
	oldestDueDate?: string;
	unread: Set<string>;
}

const plus = (sum: Decimal | undefined, amount: Decimal | undefined): Decimal | undefined =>
	sum === undefined || amount === undefined ? undefined : add(sum, amount);

const at = (invoice: unknown, name: keyof typeof INVOICE_FIELDS): string =>
	trimText(valueAt(invoice, INVOICE_FIELDS[name].path));

const customerOf = (invoice: unknown): IDataObject => ({
	customerName: at(invoice, 'customerName'),
	merchantCustomerId: at(invoice, 'merchantCustomerId'),
});

const ABOUT: Record<Grouping, (invoice: unknown) => IDataObject> = {
	age: customerOf,
	currency: () => ({}),
	customer: customerOf,
	status: (invoice) => ({ status: statusOf(invoice) }),
};

/** Exact, and never over different currencies. */
export class InvoiceSums {
	private readonly groups = new Map<string, SumGroup>();

	private readonly names: readonly SumOfAmounts[];

	constructor(private readonly grouping: Grouping) {
		this.names = AMOUNTS[grouping];
	}

	/** Also without a row. */
	get columns(): string[] {
		return Object.keys(rowOf(newGroup(ABOUT[this.grouping]({}), '', this.names), this.names));
	}

	add(invoice: Invoice, today: string): void {
		const currency = at(invoice, 'currency').toUpperCase();
		const about = ABOUT[this.grouping](invoice);
		const key = JSON.stringify([
			currency,
			about.merchantCustomerId === '' ? about : (about.merchantCustomerId ?? about),
		]);
		const group = this.groups.get(key) ?? newGroup(about, currency, this.names);
		this.groups.set(key, group);
		const amounts = amountsOf(invoice, today);
		group.count += 1;
		for (const name of this.names) {
			const isKnown = currency !== '' && amounts[name] !== undefined;
			if (!isKnown && group.sums[name] !== undefined) group.unread.add(invoiceNumberOf(invoice));
			group.sums[name] = isKnown ? plus(group.sums[name], amounts[name]) : undefined;
		}
		const due = dueDateOf(invoice);
		if (due !== undefined && isOwedStatus(statusOf(invoice))) {
			group.oldestDueDate =
				group.oldestDueDate !== undefined && group.oldestDueDate < due ? group.oldestDueDate : due;
		}
	}

	unread(): string[] {
		return [...this.groups.values()].flatMap(({ unread }) => [...unread]);
	}

	/** The largest balance of a currency first. A sum that is not known is left out. */
	rows(): IDataObject[] {
		return [...this.groups.values()]
			.sort(
				(a, b) =>
					(a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0) ||
					compare(b.sums.balanceAmount ?? ZERO, a.sums.balanceAmount ?? ZERO),
			)
			.map((group) => rowOf(group, this.names));
	}
}

const rowOf = (
	{ about: { merchantCustomerId, ...about }, currency, count, sums, oldestDueDate }: SumGroup,
	names: readonly SumOfAmounts[],
): IDataObject => ({
	...about,
	currency,
	count,
	...Object.fromEntries(
		names.flatMap((name) => {
			const sum = sums[name];
			return sum === undefined ? [] : [[name, formatAmount(format(sum), currency)]];
		}),
	),
	oldestDueDate: oldestDueDate ?? '',
	...(merchantCustomerId === undefined ? {} : { merchantCustomerId }),
});

const newGroup = (
	about: IDataObject,
	currency: string,
	names: readonly SumOfAmounts[],
): SumGroup => ({
	about,
	currency,
	count: 0,
	sums: Object.fromEntries(names.map((name) => [name, ZERO])),
	unread: new Set(),
});

function amountsOf(invoice: unknown, today: string): Amounts {
	const total = parseServiceAmount(valueAt(invoice, INVOICE_FIELDS.totalAmount.path));
	const balance = balanceOf(invoice);
	const isPayable = !['DRAFT', 'CANCELED'].includes(statusOf(invoice));
	const isNothingOwed = balance !== undefined && compare(balance, ZERO) === 0;
	const age = isNothingOwed ? AGE_BUCKETS[0].name : ageOf(invoice, today);
	return {
		totalAmount: total,
		paidAmount: isPayable ? total && balance && subtract(total, balance) : ZERO,
		balanceAmount: balance,
		overdueAmount: isOverdue(invoice, today) ? balance : ZERO,
		...Object.fromEntries(
			AGE_BUCKETS.map(({ name }) => [name, name === age ? balance : age && ZERO]),
		),
	};
}

function ageOf(invoice: unknown, today: string): SumOfAmounts | undefined {
	const due = dueDateOf(invoice);
	if (due === undefined) return undefined;
	return AGE_BUCKETS.findLast(({ from }) => from <= daysBetween(due, today))?.name;
}

/** Undefined where nothing tells, as in a list of partly paid invoices. */
function balanceOf(invoice: unknown): Decimal | undefined {
	const status = statusOf(invoice);
	// Nobody owes anything on a draft, and nobody any more on what is paid or canceled.
	if (!isOwedStatus(status) && status !== 'PENDING') return ZERO;
	const given = valueAt(invoice, BALANCE_PATH);
	if (given !== undefined) return parseServiceAmount(given);
	// A payment that is reviewed may be a part of it, too.
	return ['PARTIAL', 'PENDING'].includes(status)
		? undefined
		: parseServiceAmount(valueAt(invoice, INVOICE_FIELDS.totalAmount.path));
}

/** `from`: the invoice that tells the balance. */
export function withBalance(invoice: IDataObject, from: unknown = invoice): IDataObject {
	const balance = balanceOf(from);
	if (balance === undefined || valueAt(invoice, BALANCE_PATH) !== undefined) return invoice;
	const filled = structuredClone(invoice);
	setAtPath(filled, BALANCE_PATH, format(balance));
	return filled;
}
