import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readable, readNames } from '../../../shared/text';
import { sortedByName } from '../../../shared/node/fields';
import { outputFields, readOutput, type Output } from '../../../shared/node/output';
import type { Parameters } from '../../../shared/node/parameters';
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
];

const dueSoonOption: INodeProperties = {
	displayName: 'Due Soon Means (Days)',
	name: 'dueWithinDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 365 },
	default: 3,
	description: 'How many days before the due date to start the workflow',
};

export const options = [dueSoonOption];

const PAGE_SIZE = 100;

/** Each costs a request in every poll. More take turns. */
const CHECKS = 50;

/** Due dates end with the day in the time zone. */
export interface InvoiceSettings extends Common {
	changes: InvoiceChange[];
	dueWithinDays: number;
	/** Only changes of this time, for a replay. */
	within?: ReplayRange;
	pageSize: number;
	/** How many invoices are checked in turns in one poll. */
	checks: number;
	output: Output;
}

export const readSettings = (fields: Parameters, common: Common): InvoiceSettings => ({
	...common,
	changes: readChanges(fields),
	dueWithinDays: readCountOption(fields, dueSoonOption),
	pageSize: PAGE_SIZE,
	checks: CHECKS,
	output: readOutput(fields),
});

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
