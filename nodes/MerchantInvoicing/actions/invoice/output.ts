import { DateTime } from 'luxon';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { invoiceRow, LINE_ITEMS_PATH } from '../../../shared/invoice/invoice';
import { isPersonalField, type MaskField, getMask } from '../../../shared/node/agent';
import {
	type OutputChoice,
	outputFieldsFor,
	readOutput,
	showHint,
	pickOutputFields,
	omitAbsent,
} from '../../../shared/node/output';
import { groupRowsInWords, type Item, rowColumn } from '../../../shared/node/resource';
import {
	format,
	parseTextOrNumber,
	TOO_MANY_DIGITS_MESSAGE,
	toNumberIfExact,
} from '../../../shared/money';
import { refusal } from '../../../shared/problem';
import { capitalize, isRecord, trimText, valueAt } from '../../../shared/text';
import type { Invoice } from '../../../shared/service/invoicing';
import type { Difference } from '../../invoice/changes';
import { readInvoiceOptions } from './invoiceFields';

const rowOfInvoice = (invoice: unknown, today: string): IDataObject => ({
	...invoiceRow(invoice, today),
	lineItems: valueAt(invoice, LINE_ITEMS_PATH) as IDataObject[] | undefined,
});

const COLUMNS = Object.keys(rowOfInvoice({}, ''));

export const COLUMNS_AFTER_CHANGE = [
	...['invoiceNumber', 'status', 'customerName', 'totalAmount', 'currency', 'dueDate'],
	'paymentLink',
];

export const invoiceOutputFields = (...others: INodePropertyOptions[]): INodeProperties[] =>
	outputFieldsFor(COLUMNS, others);

export interface OutputOptions {
	output: OutputChoice;
	/** As numbers, amounts that would lose digits fail. */
	amounts: 'text' | 'number';
	zone: string;
	/** The day the run began, in the workflow's time zone, as YYYY-MM-DD. */
	today: string;
	mask?: MaskField;
}

export function readOutputOptions(item: Item): OutputOptions {
	const { output, amounts } = readInvoiceOptions(item);
	return {
		output: output === undefined ? readOutput(item) : OUTPUTS[output as keyof typeof OUTPUTS],
		amounts: amounts === 'number' ? 'number' : 'text',
		zone: item.context.getTimezone(),
		today: todayOf(item.context),
		mask: getMask(item.context),
	};
}

const OUTPUTS: Record<'allFields' | 'raw' | 'simplified', OutputChoice> = {
	allFields: { kind: 'selected', names: COLUMNS.slice(1) },
	raw: { kind: 'raw' },
	simplified: { kind: 'simplified' },
};

const days = new WeakMap<IExecuteFunctions, string>();

function todayOf(context: IExecuteFunctions): string {
	let day = days.get(context);
	if (day === undefined) {
		day = DateTime.now().setZone(context.getTimezone()).toFormat('yyyy-MM-dd');
		days.set(context, day);
	}
	return day;
}

export function invoiceJson(
	invoice: Invoice,
	view: OutputOptions,
	simplified?: readonly string[],
): IDataObject {
	const { output, today, amounts } = view;
	const fields =
		output.kind === 'raw'
			? invoice
			: pickOutputFields(rowOfInvoice(invoice, today), output, simplified);
	return omitAbsent(convertAmounts(amounts, fields));
}

export interface ChangeSummary {
	outcome:
		| 'created'
		| 'updated'
		| 'unchanged'
		| 'published'
		| 'sent'
		| 'canceled'
		| 'alreadyThere'
		| 'skipped'
		| 'wouldPublish'
		| 'wouldSend';
	notes?: IDataObject;
	/** Also shown above the output. */
	warnings?: readonly string[];
	/** Worth knowing, although nothing is wrong. */
	note?: string;
	columns?: readonly string[];
}

export function changedItem(
	run: Item,
	invoice: Invoice,
	view: OutputOptions,
	{ outcome, notes = {}, warnings = [], note, columns = COLUMNS_AFTER_CHANGE }: ChangeSummary,
): INodeExecutionData {
	const reason = [showWarnings(run, warnings), note].filter(Boolean).join('; ');
	return {
		json: {
			row: rowColumn(run),
			outcome,
			reason,
			...invoiceJson(invoice, view, columns),
			...omitAbsent(notes),
		},
	};
}

/** An agent must not see who the customer is or was. */
export const maskDifferences = (
	{ mask }: OutputOptions,
	differences: readonly Difference[],
): Difference[] =>
	differences.map((difference) =>
		mask && isPersonalField(difference.field)
			? {
					...difference,
					before: mask(difference.field, trimText(difference.before)),
					after: mask(difference.field, trimText(difference.after)),
				}
			: difference,
	);

const NUMBERS = /^(amount|rate|quantity|\w*(Amount|Percent|Price|Rate))$/;

/** The service may return amounts as numbers or as text. */
export const convertAmounts = (amounts: OutputOptions['amounts'], row: IDataObject): IDataObject =>
	converted(row, amounts === 'number' ? asNumber : asText) as IDataObject;

function asNumber(amount: string | number, name: string): string | number {
	const decimal = parseTextOrNumber(amount);
	if (decimal === undefined) return amount;
	const exact = toNumberIfExact(decimal);
	if (exact !== undefined) return exact;
	throw refusal(
		`${name} is "${format(decimal)}", ${TOO_MANY_DIGITS_MESSAGE}`,
		'Choose Text for Amounts.',
	);
}

const asText = (amount: string | number): string => {
	const decimal = typeof amount === 'number' ? parseTextOrNumber(amount) : undefined;
	return decimal === undefined ? String(amount) : format(decimal);
};

function converted(
	value: unknown,
	convert: (amount: string | number, name: string) => unknown,
	name = '',
): unknown {
	if (Array.isArray(value)) return value.map((entry) => converted(entry, convert, name));
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, part]) => [key, converted(part, convert, key)]),
		);
	}
	const isAmount = (typeof value === 'string' || typeof value === 'number') && NUMBERS.test(name);
	return isAmount ? convert(value, name) : value;
}

export const invoiceNumberInOutput = ({ invoiceNumber, id }: IDataObject): string =>
	trimText(invoiceNumber ?? id);

export const failedRowColumns = (invoiceNumber: string): IDataObject => ({
	invoiceNumber,
	status: '',
	paymentLink: '',
});

/** Returns the text, for the column `reason` or `warnings`. */
export function showWarnings(item: Item, given: readonly string[]): string {
	const { context } = item;
	const warnings = [...new Set(given)];
	const text = warnings.join('; ');
	if (text !== '') {
		// If one input returns a list, its row number would look like that of a row of the list.
		const where =
			context.getInputData().length > 1 ? `${capitalize(groupRowsInWords(item))}: ` : '';
		showHint(context, `${where}${text}`);
	}
	return text;
}

const MAY_BE_EMPTY = [
	...['reason', 'warnings', 'changes', 'calculation', 'status', 'paymentLink'],
	...['customerName', 'customerEmail', 'totalAmount', 'currency', 'dueDate'],
];

const isEmpty = (value: unknown): boolean =>
	value === '' || value === undefined || (Array.isArray(value) && value.length === 0);

const CREATED_AS: Record<string, string> = {
	CREATED: 'published',
	DRAFT: 'saved as draft',
	SENT: 'emailed',
};
const IN_WORDS: Record<string, string> = {
	alreadyThere: 'already there',
	notTried: 'not tried',
	unknown: 'of unknown outcome',
	wouldCreate: 'would be created',
	wouldPublish: 'would be published',
	wouldSend: 'would be emailed',
	wouldUpdate: 'would be updated',
	wouldFail: 'would fail',
};
const NOT_EMAILED = ['published', 'saved as draft', 'skipped'];
const MAY_BE_EMAILED = ['emailed', 'created', 'sent', 'unknown'];

const inWords = (result: string): string => IN_WORDS[result] ?? result;

/** An expression can turn Check Only on for some rows. */
const checkOnlyRows = new WeakSet<IDataObject>();

export function markAsCheckOnly(item: INodeExecutionData): INodeExecutionData {
	checkOnlyRows.add(item.json);
	return item;
}

function resultOf(row: IDataObject): string {
	const { outcome, status, emailSent } = row;
	if (emailSent === true) return 'emailed';
	if (outcome === 'failed' && checkOnlyRows.has(row)) return 'wouldFail';
	return outcome === 'created' ? (CREATED_AS[trimText(status)] ?? 'created') : trimText(outcome);
}

/** "3 saved as draft. Nobody was emailed", "12 emailed, 2 skipped" */
export function showOutcomeCounts(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
): void {
	const rows = items.map(({ json }) => json).filter(({ outcome }) => outcome !== undefined);
	const counts = new Map<string, number>();
	for (const row of rows) counts.set(resultOf(row), (counts.get(resultOf(row)) ?? 0) + 1);
	const has = (result: string) => counts.has(result);
	const checked = rows.filter((row) => checkOnlyRows.has(row)).length;
	const isNobody = checked === 0 && NOT_EMAILED.some(has) && !MAY_BE_EMAILED.some(has);
	const isPlain = checked === 0 && !isNobody && !has('failed') && !has('unknown');
	if (rows.length < 2 && isPlain) return;
	const whose = checked === rows.length ? ', so nothing was changed' : ' for some rows';
	const before = checked > 0 ? `Check Only is on${whose}: ` : '';
	const words = [...counts].map(([result, count]) => `${count} ${inWords(result)}`);
	const after = isNobody ? '. Nobody was emailed' : '';
	showHint(context, `${before}${words.join(', ')}${after}`, { type: 'info' });
}

const NEW = ['created', 'wouldCreate'];

/** Texts for empty cells in columns that other rows need: n8n shows empty cells in red, like errors. */
const INSTEAD_OF_NOTHING: Record<string, (row: IDataObject) => IDataObject[string]> = {
	reason: (row) => capitalize(inWords(resultOf(row))),
	changes: ({ outcome }) => (NEW.includes(trimText(outcome)) ? 'New invoice' : 'None'),
	calculation: ({ totalAmount }) => totalAmount,
};

export function dropOrFillEmptyCells(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const filled = MAY_BE_EMPTY.filter((name) => items.some(({ json }) => !isEmpty(json[name])));
	const lists = filled.filter((name) => items.some(({ json }) => Array.isArray(json[name])));
	return items.map((item) => {
		const json = { ...item.json };
		for (const name of MAY_BE_EMPTY.filter((one) => isEmpty(json[one]))) {
			if (!filled.includes(name)) delete json[name];
			else if (name in INSTEAD_OF_NOTHING && json.outcome !== undefined && !lists.includes(name)) {
				json[name] = INSTEAD_OF_NOTHING[name](item.json);
			}
		}
		return { ...item, json };
	});
}
