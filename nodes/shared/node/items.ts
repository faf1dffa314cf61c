import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { refusal, Refusal } from '../problem';
import { Session } from '../transport/session';
import { Transport } from '../transport/transport';
import { asData, errorDetails, listed, toNodeError } from './errors';
import { ItemParameters } from './itemParameters';
import { concurrencyOf, patienceOf } from './requestOptions';
import type { Item, Joint, Operation, Resource, Run } from './resource';

/** A row that is ready to be carried out, or whose failure is to be told in its place. */
interface Prepared extends Pick<Operation, 'done'> {
	carryOut: () => Promise<INodeExecutionData[]>;
	/** How many rows are carried out at the same time: that of the first one counts. */
	concurrency: number;
	/** Whether it has a part in what the rows make together; not known of a row that was refused. */
	joins?: boolean;
}

/**
 * The one loop over input items. Every item is prepared before the first one is carried out, so that a wrong
 * row is found before anything is sent. Then they are carried out in order, a bounded number at a time, each
 * output paired with its input.
 */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { length } = context.getInputData();
	const parameters = new ItemParameters(context);
	const items = Array.from({ length }, (_, index): Item => {
		return { context, index, parameter: parameters.of(index) };
	});
	const meeting = new Meeting();
	const prepared = await prepareAll(items, resources, meeting);
	try {
		const rows = await carryOutAll(context, prepared, meeting);
		const together = await meeting.finish(context, rows, prepared);
		return [[...together, ...inOrder(outputsOf(context, rows, prepared))]];
	} finally {
		await meeting.end();
	}
}

/** Where the items of a run make something together. */
class Meeting {
	private joint?: Joint;

	readonly together: Run['together'] = <Made extends Joint>(make: () => Made): Made => {
		this.joint ??= make();
		return this.joint as Made;
	};

	/** What did not come about where a row fails. */
	get notMade(): string | undefined {
		return this.joint?.notMade;
	}

	/** What was made, paired with every item that has a part in it. */
	async finish(
		context: IExecuteFunctions,
		rows: ReadonlyArray<Row | undefined>,
		prepared: readonly Prepared[],
	): Promise<INodeExecutionData[]> {
		if (this.joint === undefined) return [];
		const failed = rows.flatMap((row, index) =>
			row !== undefined && 'error' in row && prepared[index].joins !== false
				? [{ row: index + 1, reason: asData(context.getNode(), row.error).message }]
				: [],
		);
		const pairedItem = rows.flatMap((row, item) =>
			row !== undefined && 'outputs' in row && prepared[item].joins === true ? [{ item }] : [],
		);
		return (await this.joint.finish(failed)).map((item) => ({ ...item, pairedItem }));
	}

	async end(): Promise<void> {
		await this.joint?.end();
	}
}

/** So long may rows be prepared before a Stop is noticed. */
const LONGEST_STRETCH = 100;

async function prepareAll(
	items: readonly Item[],
	resources: readonly Resource[],
	{ together }: Meeting,
): Promise<Prepared[]> {
	const [first] = items as readonly [Item?];
	if (first === undefined) return [];
	const { context } = first;
	const session = new Session(context);
	const refused: Array<{ index: number; problem: Refusal }> = [];
	const prepared: Prepared[] = [];
	let begun = Date.now();
	for (const item of items) {
		if (Date.now() - begun > LONGEST_STRETCH) {
			await sleep(0);
			context.getExecutionCancelSignal()?.throwIfAborted();
			begun = Date.now();
		}
		try {
			const operation = operationOf(item, resources);
			const carryOut = operation.prepare(item);
			const transport = new Transport(session, patienceOf(item));
			const joins = operation.joins?.(item) === true;
			prepared.push({
				done: operation.done,
				carryOut: async () => await carryOut({ ...item, transport, together }),
				concurrency: joins ? 1 : concurrencyOf(item),
				joins,
			});
		} catch (error) {
			if (!context.continueOnFail()) {
				if (!(error instanceof Refusal)) throw toNodeError(context.getNode(), error, item.index);
				refused.push({ index: item.index, problem: error });
			}
			const reason = error instanceof Error ? error : new Error(String(error));
			prepared.push({
				done: tryOperation(item, resources)?.done,
				carryOut: async () => await Promise.reject(reason),
				concurrency: 1,
			});
		}
	}
	if (refused.length > 0) throw allRefused(context, refused, items.length);
	return prepared;
}

const MOST_ROWS_TOLD = 20;

/** Rows are counted as people count them, from 1. */
function allRefused(
	context: IExecuteFunctions,
	refused: ReadonlyArray<{ index: number; problem: Refusal }>,
	rows: number,
): NodeOperationError {
	const [{ index: itemIndex, problem }] = refused;
	const told = refused
		.slice(0, MOST_ROWS_TOLD)
		.flatMap(({ index, problem: { texts } }) =>
			rows === 1 ? texts : texts.map((text) => `Row ${index + 1} of ${rows}, ${text}`),
		);
	const isOne = told.length === 1;
	const several =
		rows === 1 ? `${told.length} problems` : `${refused.length} of ${rows} rows cannot be used`;
	const more =
		refused.length > MOST_ROWS_TOLD ? [`${refused.length - MOST_ROWS_TOLD} more rows`] : [];
	const description = [
		isOne ? '' : listed([...told, ...more]),
		refused.length === 1 ? (problem.advice ?? '') : '',
		'Nothing was sent to the service.',
	];
	return new NodeOperationError(context.getNode(), isOne ? told[0] : several, {
		// n8n would add "[item 1]", counted from 0, to a message that says row 2.
		itemIndex: rows === 1 ? itemIndex : undefined,
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

/** What became of a row; of a row that was not tried there is nothing. */
type Row = { outputs: INodeExecutionData[] } | { error: unknown };

async function carryOutAll(
	context: IExecuteFunctions,
	prepared: readonly Prepared[],
	meeting: Meeting,
): Promise<Array<Row | undefined>> {
	const isJoint = prepared.some(({ joins }) => joins === true);
	const concurrency = isJoint ? 1 : (prepared.at(0)?.concurrency ?? 1);
	const { length } = prepared;
	const rows = new Array<Row | undefined>(length).fill(undefined);
	const cancel = context.getExecutionCancelSignal();
	const goesOn = context.continueOnFail();
	let next = 0;
	let failed: number | undefined;
	const work = async () => {
		while (next < length && failed === undefined && cancel?.aborted !== true) {
			const index = next++;
			try {
				rows[index] = { outputs: await prepared[index].carryOut() };
			} catch (error) {
				rows[index] = { error };
				if (!goesOn) failed ??= index;
			}
		}
	};
	// What is under way when one item fails is seen to its end: it may change something at the service.
	await Promise.all(Array.from({ length: Math.min(concurrency, length) }, work));
	cancel?.throwIfAborted();
	if (failed !== undefined) throw failureOf(context, rows, prepared, failed, meeting.notMade);
	return rows;
}

const outputsOf = (
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row | undefined>,
	prepared: readonly Prepared[],
): INodeExecutionData[][] =>
	rows.map((row, index) => {
		if (row === undefined) return [];
		if ('outputs' in row) return row.outputs;
		return [errorItem(context, index, row.error, prepared[index].done !== undefined)];
	});

/** The error of the row that failed first, with what became of the others. */
function failureOf(
	context: IExecuteFunctions,
	rows: ReadonlyArray<Row | undefined>,
	prepared: readonly Prepared[],
	failed: number,
	notMade: string | undefined,
): Error {
	const row = rows[failed];
	const isOnly = rows.length === 1;
	const error = toNodeError(
		context.getNode(),
		row !== undefined && 'error' in row ? row.error : undefined,
		// The row is told below, counted from 1; n8n would add it counted from 0.
		isOnly ? failed : undefined,
	);
	if (isOnly) return error;
	const done: string[] = [];
	const failedToo: string[] = [];
	const notTried: number[] = [];
	rows.forEach((other, index) => {
		if (index === failed) return;
		if (other === undefined) notTried.push(index + 1);
		else if ('error' in other) {
			failedToo.push(`row ${index + 1} (${asData(context.getNode(), other.error).message})`);
		} else {
			const what = other.outputs.map(({ json }) => prepared[index].done?.(json) ?? '');
			done.push([`row ${index + 1}`, what.join(', ') && `(${what.join(', ')})`].join(' ').trim());
		}
	});
	const notTriedInWords =
		notTried.length < 2 ? notTried.join('') : `${notTried[0]} to ${notTried[notTried.length - 1]}`;
	const progress = [
		`Row ${failed + 1} of ${rows.length} failed.`,
		failedToo.length > 0 ? `Failed too: ${failedToo.join('; ')}.` : '',
		notMade ?? (done.length > 0 ? `Done: ${inOneLine(done)}.` : 'No other row was done.'),
		notTried.length > 0
			? `Not tried: row${notTried.length > 1 ? 's' : ''} ${notTriedInWords}.`
			: '',
	];
	error.description = [progress.filter(Boolean).join(' '), error.description ?? '']
		.filter(Boolean)
		.join('\n');
	return error;
}

const MOST_DONE_TOLD = 100;

const inOneLine = (done: readonly string[]): string =>
	done.length <= MOST_DONE_TOLD
		? done.join(', ')
		: `${done.slice(0, MOST_DONE_TOLD).join(', ')} and ${done.length - MOST_DONE_TOLD} more`;

function inOrder(outputs: readonly INodeExecutionData[][]): INodeExecutionData[] {
	const all: INodeExecutionData[] = [];
	for (const [item, ofItem] of outputs.entries()) {
		const pairedItem = { item };
		for (const output of ofItem) {
			output.pairedItem = pairedItem;
			all.push(output);
		}
	}
	return all;
}

/**
 * A failure as an item with the data of its row. With `item.error` n8n would keep the message only. To the error
 * output n8n routes what has no other keys than these, and lays it over the row by itself.
 */
function errorItem(
	context: IExecuteFunctions,
	index: number,
	error: unknown,
	changes: boolean,
): INodeExecutionData {
	const node = context.getNode();
	const { message, description } = asData(node, error, index);
	const details = {
		row: index + 1,
		...(description ? { description } : {}),
		...errorDetails(error, changes),
	};
	const row = node.onError === 'continueErrorOutput' ? {} : context.getInputData()[index].json;
	return { json: { ...row, error: message, details } };
}
