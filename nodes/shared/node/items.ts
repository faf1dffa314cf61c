import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { error as problem, refusal, Refusal, SingleRowRefusal } from '../problem';
import { ServiceFailure } from '../transport/serviceFailure';
import { Transport } from '../transport/transport';
import {
	createRefusedRowsError,
	errorDetails,
	createFailedRowError,
	toPlainTextError,
	type PreparedItem,
	type OutputsOrError,
	getCancellationError,
	toNodeError,
} from './errors';
import { readConcurrency } from './parameters';
import { type Item, ParameterReader, type Operation, type Resource, rowColumn } from './resource';

/**
 * The one loop over input items. Every item is prepared before the first one is carried out, so that a wrong row is
 * found before anything is sent. Rows that belong together become one item.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const parameters = new ParameterReader(context);
	const items: Item[] = [];
	for (const index of context.getInputData().keys()) {
		const item: Item = { context, index, parameter: parameters.of(index), group: [], all: items };
		item.group = [item];
		items.push(item);
	}
	if (items.length === 0) return [[]];
	try {
		const { operation, concurrency } = choicesOf(context, items, resources);
		const prepared = await prepareAll(context, items, operation);
		const rows = await carryOutAll(context, prepared, operation, concurrency);
		return [inOrder(rows, prepared, operation)];
	} catch (error) {
		throw getCancellationError(context) ?? error;
	}
}

function choicesOf(
	context: IExecuteFunctions,
	items: readonly Item[],
	resources: readonly Resource[],
): { operation: Operation; concurrency: number } {
	try {
		return { operation: operationOf(items, resources), concurrency: readConcurrency(items[0]) };
	} catch (error) {
		throw toNodeError(context, error);
	}
}

function operationOf(items: readonly Item[], resources: readonly Resource[]): Operation {
	const chosen = items.map(({ parameter }) => [parameter('resource'), parameter('operation')]);
	const [[resource, operation]] = chosen;
	const { operations = {} } = resources.find(({ value }) => value === resource) ?? {};
	const isOne = chosen.every((other) => other[0] === resource && other[1] === operation);
	const name = String(operation);
	if (isOne && Object.hasOwn(operations, name)) return operations[name];
	const none = `There is no action "${name}" for "${String(resource)}"`;
	throw refusal(
		isOne ? none : 'The rows name different actions',
		'Choose the resource and the action from the lists.',
	);
}

const MAX_STRETCH_MS = 20;

async function prepareAll(
	context: IExecuteFunctions,
	items: readonly Item[],
	operation: Operation,
): Promise<PreparedItem[]> {
	const transport = new Transport(context);
	const goesOn = context.continueOnFail();
	const prepared: PreparedItem[] = [];
	const pause = pauses(context);
	for (const item of await groupsOf(items, operation, pause)) {
		await pause();
		try {
			const carryOut = operation.prepare(item);
			prepared.push({ item, carryOut: async () => await carryOut({ ...item, transport }) });
		} catch (error) {
			const refused = error instanceof Refusal ? error : undefined;
			if (!goesOn && refused === undefined) throw toNodeError(context, error, item.index);
			const reason = error instanceof Error ? error : new Error(String(error));
			const carryOut = async () => await Promise.reject(reason);
			prepared.push({ item, refusal: refused, carryOut });
		}
	}
	if (!goesOn && prepared.some(({ refusal }) => refusal !== undefined)) {
		throw createRefusedRowsError(context, prepared, items.length, operation);
	}
	return prepared;
}

/** Lets other work run now and then, and notices a Stop. */
function pauses(context: IExecuteFunctions): () => Promise<void> {
	let begun = Date.now();
	return async () => {
		if (Date.now() - begun <= MAX_STRETCH_MS) return;
		await sleep(0);
		context.getExecutionCancelSignal()?.throwIfAborted();
		begun = Date.now();
	};
}

/** One item for each result, in the order of their first rows. */
async function groupsOf(
	items: readonly Item[],
	operation: Operation,
	pause: () => Promise<void>,
): Promise<Item[]> {
	const groups = new Map<unknown, Item[]>();
	for (const item of items) {
		await pause();
		const key = keyOf(item, operation) ?? item;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return [...groups.values()].map((group) => ({ ...group[0], group }));
}

function keyOf(item: Item, { groupBy }: Operation): string | undefined {
	try {
		return groupBy?.(item);
	} catch {
		// It is refused when the row is prepared.
		return undefined;
	}
}

/** So many failures that are about no row are an outage or a mistake in the node. */
const MAX_IN_A_ROW = 10;

/** With these the service refuses one request, and not everything. */
const OF_ONE_ROW = [400, 404, 409, 410, 422];

/** Whether a failure says nothing of the rows after it, such as the refusal of a canceled invoice. */
function isOfRow(error: unknown): boolean {
	if (error instanceof Refusal) return error.outcome === 'failed';
	if (!(error instanceof ServiceFailure) || error.outcomeUnknown) return false;
	return OF_ONE_ROW.includes(error.status ?? 0);
}

class NotTried extends Refusal {
	override readonly outcome = 'notTried';

	constructor(last: string) {
		super(
			[problem('', `Not tried, as ${MAX_IN_A_ROW} rows in a row failed before: ${last}`)],
			'Run it again with this row when the service responds.',
		);
	}
}

async function outcomeOf({ carryOut }: PreparedItem): Promise<OutputsOrError> {
	try {
		return { outputs: await carryOut() };
	} catch (error) {
		return { error };
	}
}

async function carryOutAll(
	context: IExecuteFunctions,
	prepared: readonly PreparedItem[],
	operation: Operation,
	concurrency: number,
): Promise<OutputsOrError[]> {
	const { length } = prepared;
	const rows = new Array<OutputsOrError | undefined>(length).fill(undefined);
	const cancel = context.getExecutionCancelSignal();
	const neverStops = context.continueOnFail();
	let next = 0;
	let failedInARow = 0;
	let isStopped = false;
	let last: unknown;
	const work = async () => {
		while (next < length && !isStopped && cancel?.aborted !== true) {
			const index = next++;
			const row = await outcomeOf(prepared[index]);
			rows[index] = row;
			if ('outputs' in row) {
				failedInARow = 0;
				continue;
			}
			last = row.error;
			const isAlone = isOfRow(last);
			if (!isAlone) failedInARow++;
			else if (last instanceof ServiceFailure) failedInARow = 0;
			const isRepeatable = operation.isRepeatable?.(prepared[index].item) === true;
			isStopped ||= neverStops
				? failedInARow >= MAX_IN_A_ROW
				: !(last instanceof SingleRowRefusal || (isAlone && isRepeatable));
		}
	};
	// When one item fails, those in progress finish first: they may change something at the service.
	await Promise.all(Array.from({ length: Math.min(concurrency, length) }, work));
	cancel?.throwIfAborted();
	const failed = rows.findIndex((row) => row !== undefined && 'error' in row);
	if (failed >= 0 && !neverStops)
		throw createFailedRowError(context, rows, prepared, failed, operation);
	return rows.map((row) => row ?? { error: new NotTried(toPlainTextError(context, last).message) });
}

function inOrder(
	rows: readonly OutputsOrError[],
	prepared: readonly PreparedItem[],
	operation: Operation,
): INodeExecutionData[] {
	const all: INodeExecutionData[] = [];
	for (const [place, row] of rows.entries()) {
		const { item } = prepared[place];
		const inputs = item.group.map(({ index }) => ({ item: index }));
		const pairedItem = inputs.length === 1 ? inputs[0] : inputs;
		const outputs = 'outputs' in row ? row.outputs : [errorItem(item, operation, row.error)];
		for (const output of outputs) {
			output.pairedItem ??= pairedItem;
			all.push(output);
		}
	}
	return all;
}

/**
 * With `item.error` n8n would keep only the message. It sends an item to the error output if it has no other keys than
 * these, and adds the data of the row.
 */
function errorItem(item: Item, operation: Operation, error: unknown): INodeExecutionData {
	const { context, index } = item;
	const changes = operation.done !== undefined;
	const { message, description } = toPlainTextError(context, error, index);
	const row: IDataObject = {
		row: rowColumn(item),
		...columnsOf(item, operation),
		...(error instanceof SingleRowRefusal ? error.about : {}),
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

function columnsOf(item: Item, operation: Operation): IDataObject {
	try {
		return operation.columns?.(item) ?? {};
	} catch {
		// The row failed for this.
		return {};
	}
}
