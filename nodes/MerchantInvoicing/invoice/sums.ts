import type { IDataObject } from 'n8n-workflow';

import { INVOICE_FIELDS, valueAt } from '../../shared/invoice/fields';
import { exactAmount, statusOf } from '../../shared/invoice/simplify';
import type { Decimal } from '../../shared/money';
import { add, format, serviceAmount, ZERO } from '../../shared/money';
import { textOf } from '../../shared/record';

/** In the order in which an invoice comes to them. */
const LIFE = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PENDING', 'PAID', 'CANCELED'];

const BALANCE = ['orderInformation', 'amountDetails', 'balanceAmount'];

export type Grouping = 'statusAndCurrency' | 'currency';

interface Group {
	status?: string;
	/** Empty where the service does not say it. */
	currency: string;
	count: number;
	/** Undefined as soon as one invoice does not have it. */
	total?: Decimal;
	balance?: Decimal;
	/** The first of its amounts that the service gives and that cannot be read, and whose it is. */
	unread: Unread;
}

export interface Unread {
	total?: string;
	balance?: string;
}

const plus = (sum: Decimal | undefined, amount: Decimal | undefined): Decimal | undefined =>
	sum === undefined || amount === undefined ? undefined : add(sum, amount);

const keyOf = (currency: string, status: unknown): string => `${currency} ${textOf(status)}`;

const numberOf = (invoice: unknown): string =>
	textOf(valueAt(invoice, ['id'])) || textOf(valueAt(invoice, INVOICE_FIELDS.invoiceNumber.path));

/** What invoices add up to, exactly, and never over different currencies. */
export class InvoiceSums {
	private readonly groups = new Map<string, Group>();

	constructor(private readonly grouping: Grouping) {}

	add(invoice: unknown): void {
		const currency = textOf(valueAt(invoice, INVOICE_FIELDS.currency.path)).toUpperCase();
		const status = this.grouping === 'currency' ? undefined : statusOf(invoice);
		const key = keyOf(currency, status);
		const group = this.groups.get(key) ?? {
			status,
			currency,
			count: 0,
			total: ZERO,
			balance: ZERO,
			unread: {},
		};
		const amountAt = (path: readonly string[], name: keyof Unread) => {
			const value = valueAt(invoice, path);
			const amount = serviceAmount(value);
			if (amount === undefined && textOf(value) !== '') {
				group.unread[name] ??= `"${textOf(value)}" of invoice ${numberOf(invoice)}`;
			}
			return currency === '' ? undefined : amount;
		};
		group.count += 1;
		group.total = plus(group.total, amountAt(INVOICE_FIELDS.totalAmount.path, 'total'));
		group.balance = plus(group.balance, amountAt(BALANCE, 'balance'));
		this.groups.set(key, group);
	}

	/** What of the group of a row cannot be read. */
	unreadIn({ status, currency }: IDataObject): Unread {
		return this.groups.get(keyOf(textOf(currency), status))?.unread ?? {};
	}

	/** One row for each group; a sum that is not known is left out. */
	rows(): IDataObject[] {
		return [...this.groups.values()]
			.sort(
				(a, b) =>
					compareText(a.currency, b.currency) ||
					placeInLife(a) - placeInLife(b) ||
					compareText(a.status ?? '', b.status ?? ''),
			)
			.map(({ status, currency, count, total, balance }) => ({
				...(status === undefined ? {} : { status }),
				...(currency === '' ? {} : { currency }),
				count,
				...(total === undefined ? {} : { totalAmount: exactAmount(format(total), currency) }),
				...(balance === undefined ? {} : { balanceAmount: exactAmount(format(balance), currency) }),
			}));
	}
}

/** A status that nobody knows comes last. */
const placeInLife = ({ status = '' }: Group): number =>
	LIFE.includes(status) ? LIFE.indexOf(status) : LIFE.length;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
