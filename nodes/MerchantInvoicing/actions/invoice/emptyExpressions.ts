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
import { CHARGES, type EmptyCharges, namesOf } from '../../invoice/lostCharges';
import { isAutomatic, rowReading } from './sheet';

type ListOfEntries = 'additionalFields' | 'changes';

/** A field of the form whose expression gives nothing for a row. */
interface EmptyExpression {
	name: InvoiceField | LineItemField | 'lineItemsJson';
	isOfLine: boolean;
	text: string;
	label: string;
}

/** What is told, but removed on an update if the row leaves it out. */
const OF_INVOICE = [...CHARGES.fields, 'minimumPartialAmount', 'subAmount'] as const;

const linesIn = (value: unknown): IDataObject[] =>
	isRecord(value) && Array.isArray(value.item) ? (value.item as IDataObject[]) : [];

/** The fields that change money and whose expressions give nothing for a row. */
function emptyExpressions(item: Item, list: ListOfEntries): EmptyExpression[] {
	const { parameters } = item.context.getNode();
	const expressions: unknown = parameters[list];
	const values = isRecord(expressions) ? read<IDataObject>(item, list, {}) : {};
	const isEmpty = (text: unknown, value: unknown): text is string =>
		typeof text === 'string' && text.startsWith('=') && value === undefined;
	const found = [...OF_INVOICE, 'lineItemsJson' as const].flatMap((name): EmptyExpression[] => {
		const text = isRecord(expressions) ? expressions[name] : undefined;
		if (!isEmpty(text, values[name])) return [];
		const label = name === 'lineItemsJson' ? 'Line Items From Data' : INVOICE_FIELDS[name].label;
		return [{ name, isOfLine: false, text, label }];
	});
	const lines = linesIn(parameters.lineItems);
	const ofRow = lines.length > 0 ? linesIn(read<unknown>(item, 'lineItems', {})) : [];
	const ofLines = lines.flatMap((entered, line) =>
		CHARGES.lines.flatMap((name): EmptyExpression[] => {
			const text = entered[name];
			const value = (ofRow[line] as IDataObject | undefined)?.[name];
			if (!isEmpty(text, value)) return [];
			return [{ name, isOfLine: true, text, label: LINE_ITEM_FIELDS[name].label }];
		}),
	);
	return [...found, ...ofLines];
}

const emptyInAll = new WeakMap<IExecuteFunctions, ReadonlySet<string>>();

/** A spreadsheet may leave out an empty cell. A column that no row has is misspelled. */
function textsEmptyInAll({ context, all }: Item, list: ListOfEntries): ReadonlySet<string> {
	const known = emptyInAll.get(context);
	if (known !== undefined) return known;
	const texts = all.map((row) => {
		try {
			return new Set(emptyExpressions(row, list).map(({ text }) => text));
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

/** What is wrong with the expressions of charges that give nothing for a row, and which these are. */
export function emptyCharges(
	item: Item,
	list: ListOfEntries,
): EmptyCharges & { problems: Problem[] } {
	const empty = emptyExpressions(item, list);
	const { fields, lines } = isAutomatic(item) ? withoutColumn(item) : NONE;
	return {
		problems: empty.flatMap(({ label, text }) => {
			const words = `${text.slice(1).trim()} gives nothing`;
			if (item.all.length === 1)
				return [warning(label, `${words}, so it is not billed. Check the name of the column`)];
			if (!textsEmptyInAll(item, list).has(text)) return [];
			return [error(label, `${words} in any row of this run. ${adviceFor(text)}`)];
		}),
		fields: [
			...fields,
			...empty.flatMap((one) => (one.isOfLine ? [] : (one.name as InvoiceField))),
		],
		lines: [...lines, ...empty.flatMap((one) => (one.isOfLine ? (one.name as LineItemField) : []))],
	};
}

const NONE: EmptyCharges = { fields: [], lines: [] };

/** The charges that a row of a sheet has no column for: the cell was left out, or the column has another name now. */
function withoutColumn(item: Item): EmptyCharges {
	const { columns, lines } = rowReading(item);
	const lacksColumn = (name: string) =>
		!namesOf(name).some(
			(one) =>
				columns.has(`invoice.${one as InvoiceField}`) ||
				columns.has(`line.${one as LineItemField}`),
		);
	return {
		fields: CHARGES.fields.filter(lacksColumn),
		lines: lines ? [] : CHARGES.lines.filter(lacksColumn),
	};
}
