import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { LINE_ITEM_FIELDS, type LineItemField } from '../../../shared/invoice/fields';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, type Problem, warning } from '../../../shared/problem';
import { isRecord } from '../../../shared/text';
import { labelOf } from './invoiceFields';

type ListOfEntries = 'additionalFields' | 'changes';

/** Without these a line is refused anyway. */
const REQUIRED = ['productName', 'quantity', 'unitPrice'];

/** An expression of the form, and the label of its field. */
type LabeledExpression = readonly [text: string, label: string];

/** The expressions of a group of fields that give nothing. `values`: what they give. */
const emptyIn = (
	expressions: IDataObject,
	values: IDataObject,
	labelOf: (name: string) => string,
): LabeledExpression[] =>
	Object.entries(expressions).flatMap(([name, text]) => {
		const isEmpty = typeof text === 'string' && text.startsWith('=') && values[name] === undefined;
		return isEmpty && !REQUIRED.includes(name) ? [[text, labelOf(name)]] : [];
	});

const linesIn = (value: unknown): IDataObject[] =>
	isRecord(value) && Array.isArray(value.item) ? (value.item as IDataObject[]) : [];

const labelOfLine = (name: string): string => LINE_ITEM_FIELDS[name as LineItemField].label;

/** The fields whose expressions give nothing for a row. */
function emptyExpressions(item: Item, list: ListOfEntries): LabeledExpression[] {
	const { [list]: expressions, lineItems } = item.context.getNode().parameters;
	const lines = linesIn(lineItems);
	const ofRow = lines.length > 0 ? linesIn(read<unknown>(item, 'lineItems', {})) : [];
	return [
		...(isRecord(expressions) ? emptyIn(expressions, read(item, list, {}), labelOf) : []),
		...lines.flatMap((entered, index) => emptyIn(entered, ofRow.at(index) ?? {}, labelOfLine)),
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
		inner === undefined ? '' : `. If all its cells are empty, write {{ ${inner.trim()} ?? "" }}`;
	return `Correct the name of the column, or remove the field${instead}`;
};

/** What is wrong with the expressions that give nothing. */
export const emptyProblems = (item: Item, list: ListOfEntries): Problem[] =>
	emptyExpressions(item, list).flatMap(([text, label]) => {
		const words = `${text.slice(1).trim()} gives nothing`;
		if (item.all.length === 1) return [warning(label, `${words}. Check the name of the column`)];
		if (!textsEmptyInAll(item, list).has(text)) return [];
		return [error(label, `${words} in any row of this run. ${adviceFor(text)}`)];
	});
