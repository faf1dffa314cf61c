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
	/** Undefined where there is no such action. */
	operation?: Operation;
	/** Why it fails. */
	refusal?: Refusal;
	carryOut: () => Promise<INodeExecutionData[]>;
	/** How many rows are carried out at the same time: that of the first one counts. */
	concurrency: number;
	/** Whether the other rows are carried out although this one was refused. */
	goesOn: boolean;
}

/** What happened to a row. A row that was not tried has none. */
export type RowOutcome = { outputs: INodeExecutionData[] } | { error: unknown };

type RefusedItem = PreparedItem & { refusal: Refusal };

export const isRefused = (prepared: PreparedItem): prepared is RefusedItem =>
	prepared.refusal !== undefined;

const MOST_LISTED = 20;

/** n8n does not tell a node which attempt of Retry On Fail this is, or what came of the one before. */
const inThisAttempt = (context: IExecuteFunctions): string =>
	context.getNode().retryOnFail === true ? ' in this attempt' : '';

/** What many rows share is said once. */
class RowsByText extends Map<string, number[]> {
	addRows(text: string, { group }: Item): void {
		const indexes = this.get(text) ?? [];
		this.set(text, indexes);
		for (const { index } of group) indexes.push(index);
	}
}

/** The number that rows are grouped by to one invoice. */
const invoiceNumberOf = ({ item, operation }: PreparedItem): string =>
	textOf(item.group.length > 1 ? operation?.columns?.(item).invoiceNumber : undefined);

/** How many of how many: invoices where rows are grouped to them, and rows otherwise. */
function countedInWords(
	prepared: readonly PreparedItem[],
	refused: readonly RefusedItem[],
	rows: number,
): string {
	if (!prepared.some(invoiceNumberOf)) {
		const count = refused.reduce((sum, { item }) => sum + item.group.length, 0);
		return `${count} of ${rows} rows cannot be used`;
	}
	// An empty row is no invoice.
	const isInvoice = (one: PreparedItem) =>
		isRefused(one) || textOf(one.operation?.columns?.(one.item).invoiceNumber) !== '';
	const action = refused[0].operation?.name.toLowerCase();
	const count = prepared.filter(isInvoice).length;
	return `Cannot ${action} ${count === 1 ? 'the invoice' : `${refused.length} of ${count} invoices`}`;
}

/** Each problem once, with the invoice or the rows that have it. */
function problemsOfRows(refused: readonly RefusedItem[], rows: number): string[] {
	const byText = new Map<string, RefusedItem[]>();
	for (const one of refused) {
		for (const text of one.refusal.texts) byText.set(text, [...(byText.get(text) ?? []), one]);
	}
	return [...byText].map(([text, about]) => {
		if (rows === 1) return text;
		const number = about.length === 1 ? invoiceNumberOf(about[0]) : '';
		if (number !== '') return `${number}, ${text.replace(/^Row (?=\d)/, 'row ')}`;
		const indexes = about.flatMap((one) => one.item.group.map(({ index }) => index));
		return `${capitalized(rowsInWords(indexes))} of ${rows}, ${text}`;
	});
}

/** The error of rows that were refused before anything was sent. Rows are counted as people count them, from 1. */
export function allRefused(
	context: IExecuteFunctions,
	prepared: readonly PreparedItem[],
	rows: number,
): NodeOperationError {
	const refused = prepared.filter(isRefused);
	const [{ item, refusal }] = refused;
	const problems = problemsOfRows(refused, rows);
	const isOne = problems.length === 1;
	const several =
		rows === 1 ? `${problems.length} problems` : countedInWords(prepared, refused, rows);
	const more =
		problems.length > MOST_LISTED ? [`${problems.length - MOST_LISTED} more problems`] : [];
	const advice = new Set(refused.map((one) => one.refusal.advice ?? ''));
	const description = [
		isOne ? '' : htmlList([...problems.slice(0, MOST_LISTED), ...more]),
		advice.size === 1 ? asHtml(refusal.advice ?? '') : '',
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
			itemIndex: rows === 1 ? item.index : undefined,
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
): Error {
	const row = rows[failed] as { error: unknown };
	const { item } = prepared[failed];
	const isOnly = item.all.length === 1;
	// The description names the row, counted from 1. n8n would add it counted from 0.
	const error = toNodeError(context, row.error, isOnly ? item.index : undefined);
	if (isOnly) return error;
	const said = new Set(error.description?.split('\n'));
	const alsoFailed = new RowsByText();
	const done: string[] = [];
	const notTried: number[] = [];
	rows.forEach((other, index) => {
		const one = prepared[index];
		if (index === failed) return;
		if (other === undefined) notTried.push(...one.item.group.map((each) => each.index));
		else if ('error' in other) {
			alsoFailed.addRows(reasonOf(plainTextError(context, other.error), said), one.item);
		} else done.push(doneInWords(one, other.outputs));
	});
	const others = [...alsoFailed].map(([reason, indexes]) => `${rowsInWords(indexes)} (${reason})`);
	const now = inThisAttempt(context);
	const doneRows = done.length > MOST_LISTED ? `${done.length} others` : done.join(', ');
	const progress = [
		`${capitalized(groupInWords(item))} of ${item.all.length} failed.`,
		others.length > 0 ? `Also failed: ${firstOf(others).join('; ')}.` : '',
		done.length > 0 ? `Done${now}: ${doneRows}.` : `No other row was done${now}.`,
		notTried.length > 0 ? `Not tried${now}: ${rowsInWords(notTried)}.` : '',
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

function doneInWords({ item, operation }: PreparedItem, outputs: INodeExecutionData[]): string {
	const what = outputs.map(({ json }) => operation?.done?.(json) ?? '').join(', ');
	return [groupInWords(item), what && `(${what})`].filter(Boolean).join(' ');
}
