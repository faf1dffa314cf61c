import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readable, readNames, textIn } from '../../../shared/text';
import { sortedByName, textField } from '../../../shared/node/fields';
import { outputFields, readOutput, type Output } from '../../../shared/node/output';
import type { Parameters } from '../../../shared/node/parameters';
import { readFilters } from '../../../shared/node/parameters';
import { refusal } from '../../../shared/problem';
import { type Common, readCountOption, type ReplayRange } from '../../event';
import { CHANGES, factsOf, isOfStatus, type InvoiceChange } from './invoice';

const optionOf = (value: InvoiceChange): INodePropertyOptions => ({
	name: readable(value),
	value,
	description: factsOf(value).description,
});

export const fieldsWith = (columns: readonly string[]): INodeProperties[] => [
	{
		displayName: 'Changes',
		name: 'changes',
		type: 'multiOptions',
		default: [],
		description: 'Which changes start the workflow',
		hint: 'Leave empty for any change of status: sent, paid, canceled and so on',
		options: sortedByName(CHANGES.map(optionOf)),
	},
	...outputFields(columns),
	{
		displayName: 'Filters',
		name: 'invoiceFilters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			textField('Customers', 'customers', {
				placeholder: 'e.g. billing@example.com, C-1001',
				description:
					'Only invoices of these customers, by name, email or customer ID, separated by commas. An asterisk matches any text. A name may contain a comma.',
			}),
			textField('Invoice Numbers', 'invoiceNumbers', {
				placeholder: 'e.g. INV-1001, INV-2*',
				description:
					'Only these invoices, separated by commas or as a list. An asterisk matches any text.',
			}),
		],
	},
];

const soonOption = (what: string, name: string, date: string): INodeProperties => ({
	displayName: `${what} Soon Means (Days)`,
	name,
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 365 },
	default: 3,
	description: `How many days before the ${date} to start the workflow`,
});

const dueSoonOption = soonOption('Due', 'dueWithinDays', 'due date');
const expiresSoonOption = soonOption('Expires', 'expiresWithinDays', 'expiration date (00:00 UTC)');

export const options = [dueSoonOption, expiresSoonOption];

const PAGE_SIZE = 100;

/** Each costs a request in every poll. More take turns. */
const CHECKS = 50;

export interface SoonDays {
	expiresWithinDays: number;
	dueWithinDays: number;
}

export interface InvoiceFilters extends SoonDays {
	changes: InvoiceChange[];
	/** With `*` for any text. Empty: every invoice. */
	numbers: string[];
	/** By name, email or ID, with `*` for any text. Empty: every customer. */
	customers: string[];
	/** Only changes of this time, for a replay. */
	within?: ReplayRange;
}

/** Due dates end with the day in the time zone. */
export interface InvoiceSettings extends Common {
	filters: InvoiceFilters;
	pageSize: number;
	/** How many invoices are checked in turns in one poll. */
	checks: number;
	output: Output;
}

export function readSettings(fields: Parameters, common: Common): InvoiceSettings {
	const filters = readFilters(fields, 'invoiceFilters');
	// A name may have a comma, so a line counts as one name too.
	const lines = textIn(filters.customers).split('\n');
	const linesWithComma = lines.filter((line) => line.includes(','));
	return {
		...common,
		filters: {
			changes: readChanges(fields),
			numbers: readNames(filters.invoiceNumbers),
			customers: [...readNames(filters.customers), ...linesWithComma],
			expiresWithinDays: readCountOption(fields, expiresSoonOption),
			dueWithinDays: readCountOption(fields, dueSoonOption),
		},
		pageSize: PAGE_SIZE,
		checks: CHECKS,
		output: readOutput(fields),
	};
}

function readChanges(fields: Parameters): InvoiceChange[] {
	const chosen = readNames(fields.parameter('changes', []));
	if (chosen.length === 0) return CHANGES.filter(isOfStatus);
	const unknown = chosen.filter((name) => !(CHANGES as string[]).includes(name));
	if (unknown.length === 0) return chosen as InvoiceChange[];
	throw refusal(
		`there is no change "${unknown.join('", "')}"`,
		'Choose from the list, or leave it empty for any change of status.',
		'Changes',
	);
}
