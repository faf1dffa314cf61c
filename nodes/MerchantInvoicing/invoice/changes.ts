import type { Field, InvoiceField } from '../../shared/invoice/fields';
import { INVOICE_FIELDS } from '../../shared/invoice/fields';
import { compare, parseDecimal } from '../../shared/money';
import type { InvoiceDraft, LineItem } from './draft';
import { LINE_ITEM_FIELDS } from './draft';
import type { Values } from './fieldValues';
import { fieldNames } from './fieldValues';
import type { Value } from './values';

const NUMERIC = new Set(['amount', 'percent', 'quantity', 'rate']);

export type Part = InvoiceField | 'lineItems' | 'customFields';

/** Two ways to say the same: entering one takes the place of the other. */
const ALTERNATIVES: ReadonlyArray<readonly [InvoiceField, InvoiceField]> = [
	['discountAmount', 'discountPercent'],
	['taxAmount', 'taxRate'],
];

/** What the user entered laid over what the invoice has; the number stays what it is. */
export function merge(
	present: InvoiceDraft,
	entered: InvoiceDraft,
	cleared: readonly Part[],
): InvoiceDraft {
	const fields = { ...present.fields };
	for (const name of cleared) {
		if (name !== 'lineItems' && name !== 'customFields') delete fields[name];
	}
	for (const [one, other] of ALTERNATIVES) {
		if (entered.fields[one] !== undefined) delete fields[other];
		if (entered.fields[other] !== undefined) delete fields[one];
	}
	Object.assign(fields, entered.fields);
	const list = <Entry>(part: Part, own: Entry[], others: Entry[]) =>
		own.length > 0 ? own : cleared.includes(part) ? [] : others;
	return {
		fields,
		lineItems: list('lineItems', entered.lineItems, present.lineItems),
		customFields: list('customFields', entered.customFields, present.customFields),
	};
}

function sameValue(field: Field, a: Value | undefined, b: Value | undefined): boolean {
	if (a === b) return true;
	if (field.kind === 'boolean') return (a ?? false) === (b ?? false);
	if (!NUMERIC.has(field.kind)) return false;
	const [left, right] = [parseDecimal(String(a ?? '0')), parseDecimal(String(b ?? '0'))];
	return left !== undefined && right !== undefined && compare(left, right) === 0;
}

const differing = <Name extends string>(
	fields: Record<Name, Field>,
	a: Values<Name>,
	b: Values<Name>,
): Name[] => fieldNames(fields).filter((name) => !sameValue(fields[name], a[name], b[name]));

const sameLineItem = (a: LineItem, b: LineItem) => differing(LINE_ITEM_FIELDS, a, b).length === 0;

const sameList = <Entry>(a: Entry[], b: Entry[], same: (a: Entry, b: Entry) => boolean): boolean =>
	a.length === b.length && a.every((entry, index) => same(entry, b[index]));

/** The names, in the editor's words, of everything in which two invoices differ. */
export function differences(a: InvoiceDraft, b: InvoiceDraft): string[] {
	const labels: string[] = differing(INVOICE_FIELDS, a.fields, b.fields).map(
		(name) => INVOICE_FIELDS[name].label,
	);
	if (!sameList(a.lineItems, b.lineItems, sameLineItem)) labels.push('Line Items');
	const sameCustomFields = sameList(
		a.customFields,
		b.customFields,
		(left, right) => left.definitionId === right.definitionId && left.value === right.value,
	);
	if (!sameCustomFields) labels.push('Custom Field Values');
	return labels.sort();
}

/** Only those of the values that the other has too. */
function sharedWith<Name extends string>(values: Values<Name>, other: Values<Name>): Values<Name> {
	const names = (Object.keys(values) as Name[]).filter((name) => other[name] !== undefined);
	return Object.fromEntries(names.map((name) => [name, values[name]])) as Values<Name>;
}

/**
 * In what a stored invoice differs from the request that may have made it. The service adds values of
 * its own and does not return all that was sent, so only what both have is compared.
 */
export function differencesFromRequest(request: InvoiceDraft, stored: InvoiceDraft): string[] {
	const comparable = request.lineItems.length === stored.lineItems.length;
	return differences(
		{
			fields: sharedWith(request.fields, stored.fields),
			lineItems: comparable
				? request.lineItems.map((item, index) => sharedWith(item, stored.lineItems[index]))
				: request.lineItems,
			customFields: [],
		},
		{
			fields: sharedWith(stored.fields, request.fields),
			lineItems: comparable
				? stored.lineItems.map((item, index) => sharedWith(item, request.lineItems[index]))
				: stored.lineItems,
			customFields: [],
		},
	);
}
