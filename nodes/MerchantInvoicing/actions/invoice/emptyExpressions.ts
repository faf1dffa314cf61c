import type { IExecuteFunctions } from 'n8n-workflow';

import { LINE_ITEM_FIELDS, type LineItemField } from '../../../shared/invoice/fields';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { error, type Problem, warning } from '../../../shared/problem';
import { labelOf } from './invoiceFields';

type ListOfEntries = 'additionalFields' | 'changes';

/** Without these a line is refused anyway. */
const REQUIRED = ['productName', 'quantity', 'unitPrice'];

type LabeledExpression = readonly [text: string, label: string];

const labelIn = (name: string): string =>
	name in LINE_ITEM_FIELDS ? LINE_ITEM_FIELDS[name as LineItemField].label : labelOf(name);

function emptyIn(entered: unknown, value: unknown, name = ''): LabeledExpression[] {
	if (typeof entered === 'object' && entered !== null) {
		const values = Object(value) as Record<string, unknown>;
		return Object.entries(entered).flatMap(([key, part]) => emptyIn(part, values[key], key));
	}
	const isEmpty = typeof entered === 'string' && entered.startsWith('=') && value === undefined;
	return isEmpty && !REQUIRED.includes(name) ? [[entered, labelIn(name)]] : [];
}

const emptyExpressions = (item: Item, list: ListOfEntries): LabeledExpression[] =>
	[list, 'lineItems'].flatMap((name) =>
		emptyIn(item.context.getNode().parameters[name], read(item, name, {})),
	);

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

export const emptyProblems = (item: Item, list: ListOfEntries): Problem[] =>
	emptyExpressions(item, list).flatMap(([text, label]) => {
		const words = `${text.slice(1).trim()} gives nothing`;
		if (item.all.length === 1) return [warning(label, `${words}. Check the name of the column`)];
		if (!textsEmptyInAll(item, list).has(text)) return [];
		return [error(label, `${words} in any row of this run. ${adviceFor(text)}`)];
	});
