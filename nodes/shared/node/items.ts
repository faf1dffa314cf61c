import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { firstOf, refusal, Refusal, RowRefusal } from '../problem';
import { Session } from '../transport/session';
import { Transport } from '../transport/transport';
import { asData, asHtml, errorDetails, listed, shownAsError, stopOf, toNodeError } from './errors';
import { FailuresInARow, NotTried } from './failuresInARow';
import { concurrencyOf } from './parameters';
import { type Item, ItemParameters, type Operation, type Resource } from './resource';
import { capitalized, groupInWords, rowIn, rowsInWords } from './rows';

/** A row, or rows that make one result, ready to be carried out or to fail when their turn comes. */
interface PreparedItem {
	item: Item;
	/** Undefined where there is no such action. */
	operation?: Operation;
	carryOut: () => Promise<INodeExecutionData[]>;
	/** How many rows are carried out at the same time: that of the first one counts. */
	concurrency: number;
	/** Whether the other rows are carried out although this one was refused. */
	goesOn: boolean;
}

/**
 * The one loop over input items. Every item is prepared before the first one is carried out, so that a wrong
 * row is found before anything is sent. Rows that belong together are one item from here on. Then they are
 * carried out in order, a bounded number at a time, each output paired with its input.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { length } = context.getInputData();
	const parameters = new ItemParameters(context);
	const items: Item[] = [];
	for (let index = 0; index < length; index++) {
		const item: Item = { context, index, parameter: parameters.of(index), group: [], all: items };
		item.group = [item];
		items.push(item);
	}
	try {
		const prepared = await prepareAll(items, resources);
		const rows = await carryOutAll(context, prepared);
		return [inOrder(outputsOf(rows, prepared), prepared)];
	} catch (error) {
		throw stopOf(context) ?? error;
	}
}

/** In milliseconds: how long rows are prepared before others have their turn. */
const LONGEST_STRETCH = 20;

async function prepareAll(
	items: readonly Item[],
	resources: readonly Resource[],
): Promise<PreparedItem[]> {
	const [first] = items as readonly [Item?];
	if (first === undefined) return [];
	const { context } = first;
	const transport = new Transport(new Session(context));
	const refused: RefusedItem[] = [];
	const prepared: PreparedItem[] = [];
	const pause = pauses(context);
	for (const item of await groupsOf(items, resources, pause)) {
		await pause();
		try {
			const operation = operationOf(item, resources);
			const carryOut = operation.prepare(item);
			prepared.push({
				item,
				operation,
				carryOut: async () => await carryOut({ ...item, transport }),
				concurrency: concurrencyOf(item),
				goesOn: context.continueOnFail() || operation.isRepeatable?.(item) === true,
			});
		} catch (error) {
			if (!context.continueOnFail()) {
				if (!(error instanceof Refusal)) throw toNodeError(context, error, item.index);
				refused.push({ item, problem: error });
			}
			const reason = error instanceof Error ? error : new Error(String(error));
			prepared.push({
				item,
				operation: tryOperation(item, resources),
				carryOut: async () => await Promise.reject(reason),
				concurrency: 1,
				goesOn: true,
			});
		}
	}
	if (refused.length > 0) throw allRefused(context, refused, items.length);
	return prepared;
}

/** Lets others have their turn now and then, and notices a Stop. */
function pauses(context: IExecuteFunctions): () => Promise<void> {
	let begun = Date.now();
	return async () => {
		if (Date.now() - begun <= LONGEST_STRETCH) return;
		await sleep(0);
		context.getExecutionCancelSignal()?.throwIfAborted();
		begun = Date.now();
	};
}

/** One item for each result, in the order of their first rows. */
async function groupsOf(
	items: readonly Item[],
	resources: readonly Resource[],
	pause: () => Promise<void>,
): Promise<Item[]> {
	const groups = new Map<unknown, Item[]>();
	for (const item of items) {
		await pause();
		const key = keyOf(item, resources) ?? item;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return [...groups.values()].map((group) => ({ ...group[0], group }));
}

function keyOf(item: Item, resources: readonly Resource[]): string | undefined {
	try {
		return tryOperation(item, resources)?.groupBy?.(item);
	} catch {
		// What cannot be read is refused when the row is prepared.
		return undefined;
	}
}

interface RefusedItem {
	item: Item;
	problem: Refusal;
}

const MOST_LISTED = 20;

/** n8n does not tell a node which attempt of Retry On Fail this is, or what came of the one before. */
const inThisAttempt = (context: IExecuteFunctions): string =>
	context.getNode().retryOnFail === true ? ' in this attempt' : '';

/** Rows are counted as people count them, from 1. What many rows share is said once. */
function allRefused(
	context: IExecuteFunctions,
	refused: readonly RefusedItem[],
	rows: number,
): NodeOperationError {
	const [{ item, problem }] = refused;
	const byText = new Map<string, number[]>();
	for (const {
		item: one,
		problem: { texts },
	} of refused) {
		for (const text of texts) {
			const indexes = byText.get(text) ?? [];
			byText.set(text, indexes);
			for (const { index } of one.group) indexes.push(index);
		}
	}
	const problems = [...byText].map(([text, indexes]) =>
		rows === 1 ? text : `${capitalized(rowsInWords(indexes))} of ${rows}, ${text}`,
	);
	const count = refused.reduce((sum, { item: { group } }) => sum + group.length, 0);
	const isOne = problems.length === 1;
	const several =
		rows === 1 ? `${problems.length} problems` : `${count} of ${rows} rows cannot be used`;
	const more =
		problems.length > MOST_LISTED ? [`${problems.length - MOST_LISTED} more problems`] : [];
	const advice = new Set(refused.map(({ problem: { advice: words = '' } }) => words));
	const description = [
		isOne ? '' : listed([...problems.slice(0, MOST_LISTED), ...more]),
		advice.size === 1 ? asHtml(problem.advice ?? '') : '',
		`Nothing was sent to the service${inThisAttempt(context)}.`,
		count < rows ? 'To go on with the other rows, set On Error to Continue.' : '',
	];
	return new NodeOperationError(context.getNode(), shownAsError(isOne ? problems[0] : several), {
		// n8n would add "[item 1]", counted from 0, to a message that says row 2.
		itemIndex: rows === 1 ? item.index : undefined,
		description: description.filter(Boolean).join(' '),
	});
}

function tryOperation({ parameter }: Item, resources: readonly Resource[]): Operation | undefined {
	const resource = parameter('resource') as string;
	const operation = parameter('operation') as string;
	const { operations = {} } = resources.find(({ value }) => value === resource) ?? {};
	return Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}

function operationOf(item: Item, resources: readonly Resource[]): Operation {
	const operation = tryOperation(item, resources);
	if (operation !== undefined) return operation;
	const { parameter } = item;
	throw refusal(
		`There is no action "${String(parameter('operation'))}" for "${String(parameter('resource'))}"`,
		'Choose the resource and the action from the lists.',
	);
}

/** What happened to a row. A row that was not tried has none. */
type RowOutcome = { outputs: INodeExecutionData[] } | { error: unknown };

async function carryOutAll(
	context: IExecuteFunctions,
	prepared: readonly PreparedItem[],
): Promise<RowOutcome[]> {
	const concurrency = prepared.at(0)?.concurrency ?? 1;
	const { length } = prepared;
	const rows = new Array<RowOutcome | undefined>(length).fill(undefined);
	const cancel = context.getExecutionCancelSignal();
	const neverStops = context.continueOnFail();
	const failures = new FailuresInARow(neverStops);
	let next = 0;
	let isStopped = false;
	let last: unknown;
	const work = async () => {
		while (next < length && !isStopped && cancel?.aborted !== true) {
			const index = next++;
			try {
				rows[index] = { outputs: await prepared[index].carryOut() };
				failures.end();
			} catch (error) {
				rows[index] = { error };
				const goesOn = prepared[index].goesOn || error instanceof RowRefusal;
				isStopped ||= !goesOn || failures.isEnough(error);
				last = error;
			}
		}
	};
	// When one item fails, those in progress finish first: they may change something at the service.
	await Promise.all(Array.from({ length: Math.min(concurrency, length) }, work));
	cancel?.throwIfAborted();
	const failed = rows.findIndex((row) => row !== undefined && 'error' in row);
	if (failed >= 0 && !neverStops) throw failureOf(context, rows, prepared, failed);
	return rows.map((row) => row ?? { error: new NotTried(asData(context, last).message) });
}

const outputsOf = (
	rows: readonly RowOutcome[],
	prepared: readonly PreparedItem[],
): INodeExecutionData[][] =>
	rows.map((row, index) =>
		'outputs' in row ? row.outputs : [errorItem(prepared[index], row.error)],
	);

/** The error of the row that failed first, and what happened to the others. */
function failureOf(
	context: IExecuteFunctions,
	rows: ReadonlyArray<RowOutcome | undefined>,
	prepared: readonly PreparedItem[],
	failed: number,
): Error {
	const row = rows[failed];
	const { item } = prepared[failed];
	const isOnly = item.all.length === 1;
	const error = toNodeError(
		context,
		row !== undefined && 'error' in row ? row.error : undefined,
		// The description names the row, counted from 1. n8n would add it counted from 0.
		isOnly ? item.index : undefined,
	);
	if (isOnly) return error;
	const said = new Set(error.description?.split('\n'));
	const done: string[] = [];
	const alsoFailed = new Map<string, number[]>();
	const notTried: number[] = [];
	rows.forEach((other, index) => {
		if (index === failed) return;
		const { item: one, operation } = prepared[index];
		if (other === undefined) notTried.push(...one.group.map((each) => each.index));
		else if ('error' in other) {
			const { message, description } = asData(context, other.error);
			// Advice that many rows share is said once.
			const lines = [message, ...(description ?? '').split('\n').filter((line) => !said.has(line))];
			for (const line of lines) said.add(line);
			const words = lines.filter(Boolean).map((line) => line.replace(/\.$/, ''));
			const reason = words.join('. ');
			const indexes = alsoFailed.get(reason) ?? [];
			alsoFailed.set(reason, indexes);
			for (const each of one.group) indexes.push(each.index);
		} else {
			const what = other.outputs.map(({ json }) => operation?.done?.(json) ?? '').join(', ');
			done.push([groupInWords(one), what && `(${what})`].join(' ').trim());
		}
	});
	const others = [...alsoFailed].map(([reason, indexes]) => `${rowsInWords(indexes)} (${reason})`);
	const now = inThisAttempt(context);
	const progress = [
		`${capitalized(groupInWords(item))} of ${item.all.length} failed.`,
		others.length > 0 ? `Also failed: ${firstOf(others).join('; ')}.` : '',
		done.length > 0 ? `Done${now}: ${firstOf(done).join(', ')}.` : `No other row was done${now}.`,
		notTried.length > 0 ? `Not tried${now}: ${rowsInWords(notTried)}.` : '',
		now ? 'An earlier attempt may have done some of the rows.' : '',
	];
	error.description = [asHtml(progress.filter(Boolean).join(' ')), error.description ?? '']
		.filter(Boolean)
		.join('\n');
	return error;
}

function inOrder(
	outputs: readonly INodeExecutionData[][],
	prepared: readonly PreparedItem[],
): INodeExecutionData[] {
	const all: INodeExecutionData[] = [];
	for (const [place, ofItem] of outputs.entries()) {
		const inputs = prepared[place].item.group.map(({ index }) => ({ item: index }));
		const pairedItem = inputs.length === 1 ? inputs[0] : inputs;
		for (const output of ofItem) {
			output.pairedItem ??= pairedItem;
			all.push(output);
		}
	}
	return all;
}

/**
 * A failure as an item with the data of its row. With `item.error` n8n would keep only the message. n8n sends an
 * item to the error output if it has no other keys than these, and then adds the data of the row itself.
 */
function errorItem({ item, operation }: PreparedItem, error: unknown): INodeExecutionData {
	const { context, index } = item;
	const changes = operation?.done !== undefined;
	const { message, description } = asData(context, error, index);
	const row: IDataObject = {
		row: rowIn(item),
		...columnsOf(item, operation),
		...(error instanceof RowRefusal ? error.about : {}),
	};
	const details: IDataObject = {
		...row,
		...(description ? { description } : {}),
		...errorDetails(context, error, changes),
	};
	if (context.getNode().onError === 'continueErrorOutput') {
		return { json: { error: message, details } };
	}
	// The same names as in the items of what was done, so that both can be written back to a sheet.
	const done = changes ? { ...row, outcome: details.outcome, reason: message } : {};
	return { json: { ...context.getInputData()[index].json, ...done, error: message, details } };
}

function columnsOf(item: Item, operation: Operation | undefined): IDataObject {
	try {
		return operation?.columns?.(item) ?? {};
	} catch {
		// What cannot be read is what the row failed for.
		return {};
	}
}
