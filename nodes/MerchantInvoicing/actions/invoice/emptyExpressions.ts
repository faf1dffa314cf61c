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
import type { LineItem } from '../../invoice/draft';
import { CHARGES, type EmptyCharges, namesOf } from '../../invoice/lostCharges';
import { isAutomatic, rowReading } from './sheet';

type ListOfEntries = 'additionalFields' | 'changes';

interface ChargeExpression {
	name: InvoiceField | LineItemField | 'lineItemsJson';
	/** In the form, counted from 0; undefined for the invoice itself. */
	line?: number;
	text: string;
	label: string;
	/** What it gives for a row. */
	valueFor: (row: Item) => unknown;
	/** Whether it gives nothing in every row; undefined where nobody asked. */
	isEmptyInAll?: boolean;
}

const known = new WeakMap<IExecuteFunctions, ChargeExpression[]>();

/** The fields of the form that change money and have an expression. */
function expressionsOf({ context }: Item, list: ListOfEntries): ChargeExpression[] {
	const found = known.get(context) ?? [...ofInvoice(context, list), ...ofLines(context)];
	known.set(context, found);
	return found;
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/** What is told, but removed on an update if the row leaves it out. */
const ALSO_MONEY = ['minimumPartialAmount', 'subAmount'] as const;

function ofInvoice(context: IExecuteFunctions, list: ListOfEntries): ChargeExpression[] {
	const entered: unknown = context.getNode().parameters[list];
	if (!isRecord(entered)) return [];
	const labels: Array<[name: InvoiceField | 'lineItemsJson', label: string]> = [
		...[...CHARGES.fields, ...ALSO_MONEY].map((name): [InvoiceField, string] => [
			name,
			INVOICE_FIELDS[name].label,
		]),
		['lineItemsJson', 'Line Items From Data'],
	];
	return labels.flatMap(([name, label]) => {
		const text = entered[name];
		if (!isExpression(text)) return [];
		return { name, text, label, valueFor: (row) => read<IDataObject>(row, list, {})[name] };
	});
}

const linesIn = (value: unknown): IDataObject[] =>
	isRecord(value) && Array.isArray(value.item) ? (value.item as IDataObject[]) : [];

const ofLines = (context: IExecuteFunctions): ChargeExpression[] =>
	linesIn(context.getNode().parameters.lineItems).flatMap((entered, line) =>
		CHARGES.lines.flatMap((name) => {
			const text = entered[name];
			if (!isExpression(text)) return [];
			const { label } = LINE_ITEM_FIELDS[name];
			const valueFor = (row: Item) =>
				(linesIn(read<unknown>(row, 'lineItems', {}))[line] as IDataObject | undefined)?.[name];
			return { name, line, text, label, valueFor };
		}),
	);

/** A spreadsheet may leave out an empty cell. A column that no row has is misspelled. */
function isEmptyInAll(expression: ChargeExpression, rows: readonly Item[]): boolean {
	expression.isEmptyInAll ??= rows.every((row) => {
		try {
			return expression.valueFor(row) === undefined;
		} catch {
			return false;
		}
	});
	return expression.isEmptyInAll;
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
	lineItems: readonly LineItem[] = [],
): EmptyCharges & { problems: Problem[] } {
	const empty = expressionsOf(item, list).filter(({ valueFor }) => valueFor(item) === undefined);
	const { fields, lines } = isAutomatic(item) ? withoutColumn(item, lineItems) : NONE;
	return {
		problems: empty.flatMap((expression) => {
			const { label, text } = expression;
			const words = `${text.slice(1).trim()} gives nothing`;
			if (item.all.length === 1)
				return [warning(label, `${words}, so it is not billed. Check the name of the column`)];
			if (!isEmptyInAll(expression, item.all)) return [];
			return [error(label, `${words} in any row of this run. ${adviceFor(text)}`)];
		}),
		fields: [
			...fields,
			...empty.flatMap(({ name, line }) => (line === undefined ? [name as InvoiceField] : [])),
		],
		lines: [
			...lines,
			...empty.flatMap(({ name, line: index }) => {
				const line = index === undefined ? undefined : lineItems.at(index);
				return line === undefined ? [] : [{ line, name: name as LineItemField }];
			}),
		],
	};
}

const NONE: EmptyCharges = { fields: [], lines: [] };

/** The charges that a row of a sheet has no column for: the cell was left out, or the column has another name now. */
function withoutColumn(item: Item, lineItems: readonly LineItem[]): EmptyCharges {
	const { columns, lines } = rowReading(item);
	const lacksColumn = (name: string) =>
		!namesOf(name).some(
			(one) =>
				columns.has(`invoice.${one as InvoiceField}`) ||
				columns.has(`line.${one as LineItemField}`),
		);
	const names = CHARGES.lines.filter(lacksColumn);
	return {
		fields: CHARGES.fields.filter(lacksColumn),
		lines: lines ? [] : lineItems.flatMap((line) => names.map((name) => ({ line, name }))),
	};
}

/** The lines of the form that have no expression, counted from 0; none where all are the same for every row. */
export function fixedLines({ context }: Item): ReadonlySet<number> {
	const lines = linesIn(context.getNode().parameters.lineItems);
	const fixed = lines.flatMap((line, index) =>
		Object.values(line).some(isExpression) ? [] : [index],
	);
	return new Set(fixed.length < lines.length ? fixed : []);
}
