import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	INVOICE_FIELDS,
	type InvoiceField,
	LINE_ITEM_FIELDS,
	type LineItemField,
} from '../../../shared/invoice/fields';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, type Problem, warning } from '../../../shared/problem';
import { isRecord } from '../../../shared/text';
import { lineItemsJsonField } from './invoiceFields';

type ListOfEntries = 'additionalFields' | 'changes';

const OF_INVOICE: readonly InvoiceField[] = [
	'discountAmount',
	'discountPercent',
	'freightAmount',
	'freightTaxRate',
	'freightTaxable',
	'minimumPartialAmount',
	'subAmount',
	'taxAmount',
	'taxRate',
	'totalAmount',
];
const OF_LINES: readonly LineItemField[] = [
	'discountAmount',
	'discountRate',
	'taxAmount',
	'taxRate',
	'totalAmount',
];

/** An expression of the form, and the label of its field. */
type LabeledExpression = readonly [text: string, label: string];

/** The expressions of a group of fields that give nothing. `values`: what they give. */
const emptyIn = (
	expressions: IDataObject,
	values: IDataObject,
	labels: ReadonlyArray<readonly [name: string, label: string]>,
): LabeledExpression[] =>
	labels.flatMap(([name, label]) => {
		const text = expressions[name];
		const isEmpty = typeof text === 'string' && text.startsWith('=') && values[name] === undefined;
		return isEmpty ? [[text, label]] : [];
	});

const linesIn = (value: unknown): IDataObject[] =>
	isRecord(value) && Array.isArray(value.item) ? (value.item as IDataObject[]) : [];

/** The fields that change money and whose expressions give nothing for a row. */
function emptyExpressions(item: Item, list: ListOfEntries): LabeledExpression[] {
	const { [list]: expressions, lineItems } = item.context.getNode().parameters;
	const ofInvoice = OF_INVOICE.map((name) => [name, INVOICE_FIELDS[name].label] as const);
	const { name: json, displayName } = lineItemsJsonField;
	const ofLines = OF_LINES.map((name) => [name, LINE_ITEM_FIELDS[name].label] as const);
	const lines = linesIn(lineItems);
	const ofRow = lines.length > 0 ? linesIn(read<unknown>(item, 'lineItems', {})) : [];
	return [
		...(isRecord(expressions)
			? emptyIn(expressions, read(item, list, {}), [...ofInvoice, [json, displayName]])
			: []),
		...lines.flatMap((entered, index) => emptyIn(entered, ofRow.at(index) ?? {}, ofLines)),
	];
}

const emptyInAll = new WeakMap<IExecuteFunctions, ReadonlySet<string>>();

/** A spreadsheet may leave out an empty cell. A column that no row has is misspelled. */
function textsEmptyInAll({ context, all }: Item, list: ListOfEntries): ReadonlySet<string> {
	const known = emptyInAll.get(context);
	if (known !== undefined) return known;
	const texts = all.map((row) => {
		try {
			return new Set(emptyExpressions(row, list).map(([text]) => text));
		} catch {
			return new Set<string>();
		}
	});
	const found = new Set([...texts[0]].filter((text) => texts.every((row) => row.has(text))));
	emptyInAll.set(context, found);
	return found;
}

/** `text`: an expression such as ={{ $json.tax }}. */
const adviceFor = (text: string): string => {
	const inner = /^=\{\{(.*)\}\}$/s.exec(text)?.[1];
	const instead =
		inner === undefined ? '' : `. If all its cells are empty, write {{ ${inner.trim()} ?? 0 }}`;
	return `Correct the name of the column, or remove the field${instead}`;
};

/** What is wrong with the expressions of charges that give nothing. */
export const emptyCharges = (item: Item, list: ListOfEntries): Problem[] =>
	emptyExpressions(item, list).flatMap(([text, label]) => {
		const words = `${text.slice(1).trim()} gives nothing`;
		if (item.all.length === 1)
			return [warning(label, `${words}, so it is not billed. Check the name of the column`)];
		if (!textsEmptyInAll(item, list).has(text)) return [];
		return [error(label, `${words} in any row of this run. ${adviceFor(text)}`)];
	});
