import type { IDataObject } from 'n8n-workflow';
import type { Problem } from './problems';
import { error } from './problems';
import { isBlank, readValue } from './values';

interface LabelControls {
	label: string;
	/** Whether it can be removed from every page. */
	hide: boolean;
	/** Whether it can be removed by product: from the invoice's page or from the itemized invoice's. */
	hideByProduct: boolean;
}

/** The labels of the payment page, and what each of them allows besides a new text. */
export const LABELS: Record<string, LabelControls> = {
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
export function readLabels(rows: readonly LabelRow[]): {
	labels: IDataObject[];
	problems: Problem[];
} {
	const problems: Problem[] = [];
	const seen = new Set<string>();
	const labels = rows.map(({ key, text, visibility = 'unchanged' }, index) => {
		const place = `Label ${index + 1}:`;
		const name = String(key);
		if (!Object.hasOwn(LABELS, name)) {
			problems.push(error(place, `"${name}" is not one of ${Object.keys(LABELS).join(', ')}`));
			return {};
		}
		const { label, hide, hideByProduct } = LABELS[name];
		if (seen.has(name))
			problems.push(error(place, `${label} is there twice: put both into one row`));
		seen.add(name);

		const entry: IDataObject = { key: name };
		if (!isBlank(text)) {
			const reading = readValue('text', text);
			if ('fault' in reading) problems.push(error(place, `New Text of ${label} ${reading.fault}`));
			else entry.value = reading.value;
		}
		const controls = VISIBILITY[visibility as keyof typeof VISIBILITY] as IDataObject | undefined;
		if (controls === undefined) {
			problems.push(
				error(place, `Visibility of ${label} must be one of ${Object.keys(VISIBILITY).join(', ')}`),
			);
			return entry;
		}
		const allowed = Object.entries(controls).filter(([control]) =>
			control === 'hidden' ? hide : hideByProduct,
		);
		if (allowed.length === 0 && visibility !== 'unchanged') {
			problems.push(error(place, `${label} ${whatItAllows(hide, hideByProduct)}`));
		}
		Object.assign(entry, Object.fromEntries(allowed));
		if (Object.keys(entry).length === 1 && visibility === 'unchanged') {
			problems.push(error(place, `${label} needs a New Text or another Visibility`));
		}
		return entry;
	});
	return { labels, problems };
}

function whatItAllows(hide: boolean, hideByProduct: boolean): string {
	if (hide) return 'can be hidden everywhere, not on one page only: choose Hide';
	if (hideByProduct) return 'can be hidden by page only: choose one of the pages';
	return 'can be renamed, but not hidden';
}
