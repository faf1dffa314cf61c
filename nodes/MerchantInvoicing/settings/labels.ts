import type { IDataObject } from 'n8n-workflow';

import { isBlank, readValue } from '../invoice/values';
import type { Checked, Problem } from '../../shared/problem';
import { error } from '../../shared/problem';

interface LabelControls {
	label: string;
	/** Where it can be hidden, in words; nothing where it cannot. */
	hiding?: string;
	/** What can be sent to hide it. */
	controls: readonly string[];
}

const BY_PAGE = ['hiddenForInvoice', 'hiddenForItem'];
const EVERYWHERE: Pick<LabelControls, 'hiding' | 'controls'> = {
	hiding: 'Can be hidden',
	controls: ['hidden'],
};

/** The labels of the payment page, and what each of them allows besides a new text. */
export const LABELS: Record<string, LabelControls> = {
	billTo: { label: 'Bill To', controls: [] },
	companyName: { label: 'Company Name', controls: [] },
	customerId: { label: 'Customer ID', ...EVERYWHERE },
	description: { label: 'Description', ...EVERYWHERE },
	discount: {
		label: 'Discount',
		hiding: 'Can be hidden, also on one page only',
		controls: ['hidden', ...BY_PAGE],
	},
	invoiceNumber: { label: 'Invoice Number', ...EVERYWHERE },
	partialPayment: { label: 'Partial Payment', ...EVERYWHERE },
	shipping: { label: 'Shipping', controls: [] },
	tax: { label: 'Tax', hiding: 'Can be hidden, also on one page only', controls: BY_PAGE },
};

const VISIBILITY: Record<string, IDataObject> = {
	unchanged: {},
	hide: { hidden: true, hiddenForInvoice: true, hiddenForItem: true },
	hideOnInvoicePage: { hiddenForInvoice: true },
	hideOnItemizedPage: { hiddenForItem: true },
	show: { hidden: false, hiddenForInvoice: false, hiddenForItem: false },
};

/** A row of the form, whose dropdowns are checked. */
export interface LabelRow {
	key?: string;
	text?: unknown;
	visibility?: string;
}

/** The labels in the request's form, from the rows of a table. */
export function readLabels(rows: readonly LabelRow[]): Checked<IDataObject[]> {
	const problems: Problem[] = [];
	const seen = new Set<string>();
	const labels = rows.map(({ key = '', text, visibility = 'unchanged' }, index) => {
		if (!Object.hasOwn(LABELS, key)) {
			problems.push(error(`Label ${index + 1}`, 'choose a label'));
			return {};
		}
		const { label, controls } = LABELS[key];
		const place = `Label ${index + 1}, ${label}`;
		if (seen.has(key))
			problems.push(error(place, 'this label has two rows. Put both into one row'));
		seen.add(key);

		const entry: IDataObject = { key };
		if (!isBlank(text)) {
			const reading = readValue({ label: `${place}, New Text`, kind: 'text' }, text);
			if ('problems' in reading) problems.push(...reading.problems);
			else entry.value = reading.value;
		}
		const wanted = Object.entries(VISIBILITY[visibility]);
		const allowed = wanted.filter(([control]) => controls.includes(control));
		if (wanted.length > 0 && allowed.length === 0) {
			const advice = controls.length === 0 ? 'renamed, but not hidden' : 'hidden everywhere only';
			problems.push(error(place, `can be ${advice}`));
		}
		Object.assign(entry, Object.fromEntries(allowed));
		if (Object.keys(entry).length === 1 && wanted.length === 0) {
			problems.push(error(place, 'needs a New Text or another Visibility'));
		}
		return entry;
	});
	return problems.length > 0 ? { problems } : { value: labels };
}
