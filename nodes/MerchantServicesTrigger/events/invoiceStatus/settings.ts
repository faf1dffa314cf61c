import { toDecimal } from '../../../shared/money';
import { readNames } from '../../../shared/names';
import { readOutput, type Output } from '../../../shared/node/output';
import type { Parameters } from '../../../shared/node/parameters';
import { given, read, readCollection } from '../../../shared/node/parameters';
import { refusal } from '../../../shared/problem';
import type { Common } from '../../common';
import { readCountOption } from '../../common';
import { CHANGES, isOfStatus, type Change } from './invoice';
import { dueSoonOption, expiresSoonOption } from './fields';

/** How many invoices to ask for in one request. */
const PAGE_SIZE = 100;

const PARTIAL_CHECKS = 200;

export interface InvoiceFilters {
	changes: Change[];
	/** In which `*` stands for anything. Empty: every invoice. */
	numbers: string[];
	/** Name, email or customer identifier, in which `*` stands for anything. Empty: every customer. */
	customers: string[];
	/** Exact decimals; undefined is no bound. */
	minimumAmount?: string;
	maximumAmount?: string;
	currency?: string;
	expiresWithinDays: number;
	dueWithinDays: number;
}

/** Due dates end with the day in the time zone. */
export interface InvoiceSettings extends Common {
	filters: InvoiceFilters;
	steps: 'each' | 'latest';
	pageSize: number;
	/** How many partly paid invoices are looked up in one poll for further payments. */
	partialChecks: number;
}

export interface InvoiceStatusSettings extends InvoiceSettings {
	output: Output;
}

export function readSettings(fields: Parameters, common: Common): InvoiceStatusSettings {
	const filters = readCollection(fields, 'invoiceFilters');
	return {
		...common,
		filters: {
			changes: readChanges(fields),
			numbers: readNames(filters.invoiceNumbers),
			customers: readCustomers(filters.customers),
			minimumAmount: readAmount('Minimum Amount', filters.minimumAmount),
			maximumAmount: readAmount('Maximum Amount', filters.maximumAmount),
			currency: given(filters.currency) ?? '',
			expiresWithinDays: readCountOption(fields, expiresSoonOption),
			dueWithinDays: readCountOption(fields, dueSoonOption),
		},
		steps: read<InvoiceSettings['steps']>(fields, 'steps', 'each'),
		pageSize: PAGE_SIZE,
		partialChecks: PARTIAL_CHECKS,
		output: readOutput(fields),
	};
}

function readChanges(fields: Parameters): Change[] {
	const chosen = readNames(fields.parameter('changes', ['any']));
	if (chosen.length === 0) {
		throw refusal(
			'choose at least one',
			'Without a change to watch for, the workflow never starts. Any Change of Status is the usual choice.',
			'Changes',
		);
	}
	return CHANGES.filter(
		(change) => chosen.includes(change) || (chosen.includes('any') && isOfStatus(change)),
	);
}

/** A name may have a comma in it: a line counts as one name too. */
function readCustomers(value: unknown): string[] {
	const lines = typeof value === 'string' ? value.split('\n').map((line) => line.trim()) : [];
	return [...new Set([...readNames(value), ...lines.filter((line) => line.includes(','))])];
}

function readAmount(field: string, value: unknown): string | undefined {
	const text = given(value);
	if (text === undefined || toDecimal(text) !== undefined) return text;
	throw refusal(
		`"${text}" is not an amount`,
		'Enter an amount with a point and without separators, for example 1250.00.',
		field,
	);
}
