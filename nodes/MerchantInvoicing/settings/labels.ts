import type { IDataObject } from 'n8n-workflow';

import { isBlank, readValue } from '../invoice/values';
import type { Checked, Problem } from '../../shared/problem';
import { error } from '../../shared/problem';

interface LabelControls {
	label: string;
	/** Whether it can be removed from every page. */
	hide: boolean;
	/** Whether it can be removed by product: from the invoice's page or from the itemized invoice's. */
	hideByProduct: boolean;
}

/** The labels of the payment page, and what each of them allows besides a new text. */
const LABELS: Record<string, LabelControls> = {
	billTo: { label: 'Bill To', hide: false, hideByProduct: false },
	companyName: { label: 'Company Name', hide: false, hideByProduct: false },
	customerId: { label: 'Customer ID', hide: true, hideByProduct: false },
	description: { label: 'Description', hide: true, hideByProduct: false },
	discount: { label: 'Discount', hide: true, hideByProduct: true },
	invoiceNumber: { label: 'Invoice Number', hide: true, hideByProduct: false },
	partialPayment: { label: 'Partial Payment', hide: true, hideByProduct: false },
	shipping: { label: 'Shipping', hide: false, hideByProduct: false },
	tax: { label: 'Tax', hide: false, hideByProduct: true },
};

const VISIBILITY = {
	unchanged: {},
	hide: { hidden: true },
	hideOnBothPages: { hiddenForInvoice: true, hiddenForItem: true },
	hideOnInvoicePage: { hiddenForInvoice: true },
	hideOnItemizedPage: { hiddenForItem: true },
	show: { hidden: false, hiddenForInvoice: false, hiddenForItem: false },
} as const;

export interface LabelRow {
	key?: unknown;
	text?: unknown;
	visibility?: unknown;
}

/** The labels in the request's form, from the rows of a table. */
export function readLabels(rows: readonly LabelRow[]): Checked<IDataObject[]> {
	const problems: Problem[] = [];
	const seen = new Set<string>();
	const labels = rows.map(({ key, text, visibility = 'unchanged' }, index) => {
		const row = `Label ${index + 1}`;
		const name = String(key);
		if (!Object.hasOwn(LABELS, name)) {
			problems.push(error(row, `"${name}" is not one of ${Object.keys(LABELS).join(', ')}`));
			return {};
		}
		const { label, hide, hideByProduct } = LABELS[name];
		const place = `${row}, ${label}`;
		if (seen.has(name))
			problems.push(error(place, 'this label has two rows. Put both into one row'));
		seen.add(name);

		const entry: IDataObject = { key: name };
		if (!isBlank(text)) {
			const reading = readValue({ label: `${row}, New Text of ${label}`, kind: 'text' }, text);
			if ('problems' in reading) problems.push(...reading.problems);
			else entry.value = reading.value;
		}
		const controls = VISIBILITY[visibility as keyof typeof VISIBILITY] as IDataObject | undefined;
		if (controls === undefined) {
			problems.push(
				error(
					`${row}, Visibility of ${label}`,
					`must be one of ${Object.keys(VISIBILITY).join(', ')}`,
				),
			);
			return entry;
		}
		const allowed = Object.entries(controls).filter(([control]) =>
			control === 'hidden' ? hide : hideByProduct,
		);
		if (allowed.length === 0 && visibility !== 'unchanged') {
			problems.push(error(place, whatItAllows(hide, hideByProduct)));
		}
		Object.assign(entry, Object.fromEntries(allowed));
		if (Object.keys(entry).length === 1 && visibility === 'unchanged') {
			problems.push(error(place, 'needs a New Text or another Visibility'));
		}
		return entry;
	});
	return problems.length > 0 ? { problems } : { value: labels };
}

function whatItAllows(hide: boolean, hideByProduct: boolean): string {
	if (hide) return 'can be hidden everywhere, not on one page only. Choose Hide';
	if (hideByProduct) return 'can be hidden by page only. Choose one of the pages';
	return 'can be renamed, but not hidden';
}
