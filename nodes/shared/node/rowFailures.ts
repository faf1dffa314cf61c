import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { firstOf, type Refusal } from '../problem';
import { textOf } from '../text';
import { plainTextError, asHtml, htmlList, avoidCanceledWord, toNodeError } from './errors';
import type { Item, Operation } from './resource';
import { capitalized, groupInWords, rowsInWords } from './rows';

/** A row, or rows that make one result, ready to be carried out or to fail when their turn comes. */
export interface PreparedItem {
	item: Item;
	/** Why it fails. */
	refusal?: Refusal;
	carryOut: () => Promise<INodeExecutionData[]>;
}

/** What happened to a row. A row that was not tried has none. */
export type RowOutcome = { outputs: INodeExecutionData[] } | { error: unknown };

type RefusedItem = PreparedItem & { refusal: Refusal };

const isRefused = (prepared: PreparedItem): prepared is RefusedItem =>
	prepared.refusal !== undefined;

const MOST_LISTED = 20;

/** n8n does not tell a node which attempt of Retry On Fail this is, or what came of the one before. */
const inThisAttempt = (context: IExecuteFunctions): string =>
	context.getNode().retryOnFail === true ? ' in this attempt' : '';

const rowsOf = (items: readonly Item[]): number[] =>
	items.flatMap(({ group }) => group.map(({ index }) => index));

/** What many rows share is said once. */
class ItemsByText extends Map<string, Item[]> {
	addItem(text: string, item: Item): void {
		const items = this.get(text) ?? [];
		this.set(text, items);
		items.push(item);
	}
}

/** The number that rows are grouped by to one invoice. */
const invoiceNumberOf = (item: Item, { columns }: Operation): string =>
	textOf(item.group.length > 1 ? columns?.(item).invoiceNumber : undefined);

/** Each problem once, with the invoice or the rows that have it. */
function problemsOfRows(
	refused: readonly RefusedItem[],
	rows: number,
	operation: Operation,
): string[] {
	const byText = new ItemsByText();
	for (const { item, refusal } of refused) {
		for (const text of refusal.texts) byText.addItem(text, item);
	}
	return [...byText].map(([text, items]) => {
		if (rows === 1) return text;
		const number = items.length === 1 ? invoiceNumberOf(items[0], operation) : '';
		if (number !== '') return `${number}, ${text.replace(/^Row (?=\d)/, 'row ')}`;
		return `${capitalized(rowsInWords(rowsOf(items)))} of ${rows}, ${text}`;
	});
}

/** The error of rows that were refused before anything was sent. Rows are counted as people count them, from 1. */
export function allRefused(
	context: IExecuteFunctions,
	prepared: readonly PreparedItem[],
	rows: number,
	operation: Operation,
): NodeOperationError {
	const refused = prepared.filter(isRefused);
	const problems = problemsOfRows(refused, rows, operation);
	const isOne = problems.length === 1;
	const count = rowsOf(refused.map(({ item }) => item)).length;
	const several =
		rows === 1 ? `${problems.length} problems` : `${count} of ${rows} rows cannot be used`;
	const more = problems.length - MOST_LISTED;
	const listed = problems.slice(0, MOST_LISTED);
	const advice = new Set(refused.map(({ refusal }) => refusal.advice ?? ''));
	const description = [
		isOne ? '' : htmlList(more > 0 ? [...listed, `${more} more problems`] : listed),
		advice.size === 1 ? asHtml([...advice][0]) : '',
		`Nothing was sent to the service${inThisAttempt(context)}.`,
		refused.length < prepared.length
			? 'To go on with the other rows, set On Error to Continue.'
			: '',
	];
	return new NodeOperationError(
		context.getNode(),
		avoidCanceledWord(isOne ? problems[0] : several),
		{
			// n8n would add "[item 1]", counted from 0, to a message that says row 2.
			itemIndex: rows === 1 ? 0 : undefined,
			description: description.filter(Boolean).join(' '),
		},
	);
}

/** The error of the row that failed first, and what happened to the others. */
export function failureOf(
	context: IExecuteFunctions,
	rows: ReadonlyArray<RowOutcome | undefined>,
	prepared: readonly PreparedItem[],
	failed: number,
	operation: Operation,
): Error {
	const row = rows[failed] as { error: unknown };
	const { item } = prepared[failed];
	const isOnly = item.all.length === 1;
	// The description names the row, counted from 1. n8n would add it counted from 0.
	const error = toNodeError(context, row.error, isOnly ? item.index : undefined);
	if (isOnly) return error;
	const said = new Set(error.description?.split('\n'));
	const alsoFailed = new ItemsByText();
	const done: string[] = [];
	const notTried: Item[] = [];
	rows.forEach((other, index) => {
		const one = prepared[index].item;
		if (other === undefined) notTried.push(one);
		else if ('outputs' in other) done.push(doneInWords(one, operation, other.outputs));
		else if (index !== failed) {
			alsoFailed.addItem(reasonOf(plainTextError(context, other.error), said), one);
		}
	});
	const others = [...alsoFailed].map(
		([reason, items]) => `${rowsInWords(rowsOf(items))} (${reason})`,
	);
	const now = inThisAttempt(context);
	const doneRows = done.length > MOST_LISTED ? `${done.length} others` : done.join(', ');
	const none = prepared.length > 1 ? `No other row was done${now}.` : '';
	const progress = [
		`${capitalized(groupInWords(item))} of ${item.all.length} failed.`,
		others.length > 0 ? `Also failed: ${firstOf(others).join('; ')}.` : '',
		done.length > 0 ? `Done${now}: ${doneRows}.` : none,
		notTried.length > 0 ? `Not tried${now}: ${rowsInWords(rowsOf(notTried))}.` : '',
		now ? 'An earlier attempt may have done some of the rows.' : '',
	];
	error.description = [asHtml(progress.filter(Boolean).join(' ')), error.description]
		.filter(Boolean)
		.join('\n');
	return error;
}

/** Advice that many rows share is said once. `said`: the lines so far. */
function reasonOf(
	{ message, description }: ReturnType<typeof plainTextError>,
	said: Set<string>,
): string {
	const advice = (description ?? '').split('\n').filter((line) => line && !said.has(line));
	for (const line of [message, ...advice]) said.add(line);
	return [message, ...advice].map((line) => line.replace(/\.$/, '')).join('. ');
}

function doneInWords(item: Item, { done }: Operation, outputs: INodeExecutionData[]): string {
	const words = outputs.map(({ json }) => done?.(json) ?? '');
	const what = words.filter(Boolean).join(', ');
	return [groupInWords(item), what && `(${what})`].filter(Boolean).join(' ');
}
