import { INVOICE_FIELDS } from '../../shared/invoice/fields';
import { dueDateOf, isOverdue, isOwedStatus, statusOf } from '../../shared/invoice/simplify';
import { textOf, valueAt } from '../../shared/text';

export interface ListFilter {
	/** Any of these; none means any. */
	statuses: readonly string[];
	/** Part of the name, or the whole merchant customer ID, in any case. */
	customer?: string;
	email?: string;
	/** Days as YYYY-MM-DD, both included. */
	dueFrom?: string;
	dueTo?: string;
	overdueOnly: boolean;
}

/** An invoice moves on in this order, so the later list has what left an earlier one while they were read. */
const LIFE = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PENDING', 'PAID', 'CANCELED'];

/** The lists of the service to read: one for each status, or that of all. */
export function listsFor({ statuses, overdueOnly }: ListFilter): Array<string | undefined> {
	const wanted = LIFE.filter(
		(status) =>
			(statuses.length === 0 || statuses.includes(status)) &&
			(!overdueOnly || isOwedStatus(status)),
	);
	return statuses.length === 0 && !overdueOnly ? [undefined] : wanted;
}

/** Whether the service alone decides what fits. */
export const isLeftToService = ({
	customer,
	email,
	dueFrom,
	dueTo,
	overdueOnly,
}: ListFilter): boolean => [customer, email, dueFrom, dueTo, overdueOnly].every((value) => !value);

/** Whether an entry of the list has what filters and rows need; where it has not, its details have. */
export const showsEnough = (invoice: unknown): boolean =>
	statusOf(invoice) !== '' &&
	valueAt(invoice, ['customerInformation']) !== undefined &&
	dueDateOf(invoice) !== undefined &&
	valueAt(invoice, INVOICE_FIELDS.totalAmount.path) !== undefined;

const textAt = (invoice: unknown, path: readonly string[]) =>
	textOf(valueAt(invoice, path)).toLowerCase();

export function passes(invoice: unknown, filter: ListFilter, today: string): boolean {
	const { statuses, customer, dueFrom, dueTo, overdueOnly } = filter;
	if (statuses.length > 0 && !statuses.includes(statusOf(invoice))) return false;
	if (overdueOnly && !isOverdue(invoice, today)) return false;
	if (customer !== undefined) {
		const wanted = customer.toLowerCase();
		const isNamed = textAt(invoice, INVOICE_FIELDS.customerName.path).includes(wanted);
		const isNumbered = textAt(invoice, INVOICE_FIELDS.merchantCustomerId.path) === wanted;
		if (!isNamed && !isNumbered) return false;
	}
	if (dueFrom === undefined && dueTo === undefined) return true;
	const due = dueDateOf(invoice);
	return (
		due !== undefined &&
		(dueFrom === undefined || due >= dueFrom) &&
		(dueTo === undefined || due <= dueTo)
	);
}

/** Part of the email address, which only an invoice's details have. */
export const matchesEmail = (invoice: unknown, email = ''): boolean =>
	textAt(invoice, INVOICE_FIELDS.customerEmail.path).includes(email.toLowerCase());
