import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	ManualExecutionCancelledError,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { shortenList, Refusal, shortenMessage } from '../problem';
import { capitalize, trimText } from '../text';
import { secretsOfRun } from '../transport/secrets';
import { ServiceFailure } from '../transport/serviceFailure';
import { escapeHtml, omitAbsent } from './output';
import { groupRowsInWords, type Item, type Operation, rowsInWords } from './resource';

type NodeError = NodeApiError | NodeOperationError;

/** What n8n gives the node for a run, whose secrets no error shows. */
type RunContext = Pick<IExecuteFunctions, 'getNode'>;

/** The one place where what went wrong becomes an error of n8n. */
export function toNodeError(context: RunContext, error: unknown, itemIndex?: number): NodeError {
	const made = nodeErrorOf(context, error, itemIndex);
	made.message = avoidCanceledWord(made.message);
	return made;
}

/** After a stop by the user, any other error would end the execution as failed. */
export const getCancellationError = (
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal' | 'getExecutionId'>,
): Error | undefined =>
	context.getExecutionCancelSignal()?.aborted === true
		? new ManualExecutionCancelledError(context.getExecutionId())
		: undefined;

/** n8n shows an execution as Canceled if it finds this word in the message of an error. */
const avoidCanceledWord = (message: string): string => message.replaceAll('canceled', 'CANCELED');

function nodeErrorOf(context: RunContext, error: unknown, itemIndex?: number): NodeError {
	const node = context.getNode();
	const { hide } = secretsOfRun(context);
	if (error instanceof ServiceFailure) return apiError(node, error, itemIndex);
	if (error instanceof Refusal) {
		const { problems } = error;
		const texts = error.texts.map(hide);
		const advice = escapeHtml(hide(error.advice ?? ''));
		// Otherwise it is a report that is wrong, say.
		const isOfField = problems.some(({ field }) => field !== '');
		return new NodeOperationError(
			node,
			texts.length === 1 ? texts[0] : `${texts.length} problems`,
			{
				description: texts.length === 1 ? advice : htmlList(texts) + advice,
				itemIndex,
				failure: isOfField ? { cause: 'configuration-invalid' } : undefined,
			},
		);
	}
	const made = asNodeError(node, error, hide, itemIndex);
	made.description = escapeHtml(made.description ?? '');
	return made;
}

function asNodeError(
	node: INode,
	error: unknown,
	hide: (text: string) => string,
	itemIndex?: number,
): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	const cause = error instanceof Error ? error : new Error(String(error));
	const message = shortenMessage(hide(cause.message));
	return new NodeOperationError(node, message === cause.message ? cause : message, { itemIndex });
}

const htmlList = (texts: readonly string[]): string =>
	`<ul>${shortenList(texts)
		.map((text) => `<li>${escapeHtml(text)}</li>`)
		.join('')}</ul>`;

function apiError(node: INode, failure: ServiceFailure, itemIndex?: number): NodeApiError {
	const { message, description, status, serviceError } = failure;
	const error = new NodeApiError(
		node,
		{},
		{
			message,
			description: escapeHtml(description),
			httpCode: status?.toString(),
			itemIndex,
			failure: failure.failure,
		},
	);
	// n8n replaces a message in which it finds a system error's code, even inside another word.
	error.message = message;
	error.messages = [];
	error.context.operation = failure.operation;
	if (status !== undefined) error.context.status = status;
	if (serviceError.reason !== undefined) error.context.reason = serviceError.reason;
	if (failure.outcomeUnknown) error.context.outcomeUnknown = true;
	return error;
}

const MAX_DETAILS = 100;

/** For an error item. `changes`: whether the action changes something, so that it matters if it did. */
export function errorDetails(context: RunContext, error: unknown, changes: boolean): IDataObject {
	const outcome = (name: Refusal['outcome']) => (changes ? name : undefined);
	if (error instanceof ServiceFailure) {
		const { status, serviceError, outcomeUnknown } = error;
		return omitAbsent({
			outcome: outcome(outcomeUnknown ? 'unknown' : 'failed'),
			httpStatus: status,
			reason: serviceError.reason,
			details: serviceError.details,
		});
	}
	if (!(error instanceof Refusal)) return omitAbsent({ outcome: outcome('unknown') });
	const { hide } = secretsOfRun(context);
	const details = error.problems
		.slice(0, MAX_DETAILS)
		.map(({ field, row, line, message }) =>
			omitAbsent({ field: field || undefined, row, line, reason: hide(message) }),
		);
	return omitAbsent({ outcome: outcome(error.outcome), details });
}

/** No HTML, and all problems in the message. */
export function toPlainTextError(
	context: RunContext,
	error: unknown,
	itemIndex?: number,
): { message: string; description?: string | null } {
	if (error instanceof ServiceFailure) return error;
	if (!(error instanceof Refusal)) return toNodeError(context, error, itemIndex);
	const { hide } = secretsOfRun(context);
	return { message: hide(error.message), description: hide(error.advice ?? '') };
}

export interface PreparedItem {
	item: Item;
	refusal?: Refusal;
	carryOut: () => Promise<INodeExecutionData[]>;
}

/** A row that was not tried has none. */
export type OutputsOrError = { outputs: INodeExecutionData[] } | { error: unknown };

type RefusedItem = Pick<Required<PreparedItem>, 'item' | 'refusal'>;

const MAX_LISTED = 20;

/** n8n does not tell what an earlier attempt of Retry On Fail did. */
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
		const isInvoice = items.length === 1 && items[0].group.length > 1;
		const number = isInvoice ? trimText(operation.columns?.(items[0]).invoiceNumber) : '';
		if (number !== '') return `${number}, ${text.replace(/^Row (?=\d)/, 'row ')}`;
		return `${capitalize(rowsInWords(rowsOf(items)))} of ${rows}, ${text}`;
	});
}

/** The error of rows that were refused before anything was sent. */
export function createRefusedRowsError(
	context: IExecuteFunctions,
	prepared: readonly PreparedItem[],
	rows: number,
	operation: Operation,
): NodeOperationError {
	const refused = prepared.flatMap(({ item, refusal }) => (refusal ? [{ item, refusal }] : []));
	const problems = problemsOfRows(refused, rows, operation);
	const isOne = problems.length === 1;
	const count = rowsOf(refused.map(({ item }) => item)).length;
	const several =
		rows === 1 ? `${problems.length} problems` : `${count} of ${rows} rows cannot be used`;
	const more = problems.length - MAX_LISTED;
	const listed = problems.slice(0, MAX_LISTED);
	const advice = new Set(refused.map(({ refusal }) => refusal.advice ?? ''));
	const description = [
		isOne ? '' : htmlList(more > 0 ? [...listed, `${more} more problems`] : listed),
		advice.size === 1 ? escapeHtml([...advice][0]) : '',
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
export function createFailedRowError(
	context: IExecuteFunctions,
	rows: ReadonlyArray<OutputsOrError | undefined>,
	prepared: readonly PreparedItem[],
	failed: number,
	operation: Operation,
): Error {
	const row = rows[failed] as { error: unknown };
	const { item } = prepared[failed];
	const isOnly = item.all.length === 1;
	// n8n would add the row, counted from 0.
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
			alsoFailed.addItem(reasonOf(toPlainTextError(context, other.error), said), one);
		}
	});
	const others = [...alsoFailed].map(
		([reason, items]) => `${rowsInWords(rowsOf(items))} (${reason})`,
	);
	const now = inThisAttempt(context);
	const doneRows = done.length > MAX_LISTED ? `${done.length} others` : done.join(', ');
	const none = prepared.length > 1 ? `No other row was done${now}.` : '';
	const progress = [
		`${capitalize(groupRowsInWords(item))} of ${item.all.length} failed.`,
		others.length > 0 ? `Also failed: ${shortenList(others).join('; ')}.` : '',
		done.length > 0 ? `Done${now}: ${doneRows}.` : none,
		notTried.length > 0 ? `Not tried${now}: ${rowsInWords(rowsOf(notTried))}.` : '',
		now ? 'An earlier attempt may have done some of the rows.' : '',
	];
	error.description = [escapeHtml(progress.filter(Boolean).join(' ')), error.description]
		.filter(Boolean)
		.join('\n');
	return error;
}

/** Advice that many rows share is said once. `said`: the lines so far. */
function reasonOf(
	{ message, description }: ReturnType<typeof toPlainTextError>,
	said: Set<string>,
): string {
	const advice = (description ?? '').split('\n').filter((line) => line && !said.has(line));
	for (const line of [message, ...advice]) said.add(line);
	return [message, ...advice].map((line) => line.replace(/\.$/, '')).join('. ');
}

function doneInWords(item: Item, { done }: Operation, outputs: INodeExecutionData[]): string {
	const words = outputs.map(({ json }) => done?.(json) ?? '');
	const what = words.filter(Boolean).join(', ');
	return [groupRowsInWords(item), what && `(${what})`].filter(Boolean).join(' ');
}
