import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { refusal, Refusal } from '../problem';
import { Session } from '../transport/session';
import { Transport } from '../transport/transport';
import { toNodeError } from './errors';
import { ItemParameters } from './itemParameters';
import { concurrencyOf, patienceOf } from './requestOptions';
import type { Item, Operation, Resource } from './resource';

type CarryOut = () => Promise<INodeExecutionData[]>;

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
	const prepared = prepareAll(items, resources);
	const outputs = await carryOutAll(context, prepared, length === 0 ? 1 : concurrencyOf(items[0]));
	return [inOrder(outputs)];
}

function prepareAll(items: readonly Item[], resources: readonly Resource[]): CarryOut[] {
	const [first] = items as readonly [Item?];
	if (first === undefined) return [];
	const { context } = first;
	const session = new Session(context);
	const refused: Array<{ index: number; problem: Refusal }> = [];
	const prepared = items.map((item): CarryOut => {
		try {
			const carryOut = operationOf(item, resources).prepare(item);
			const transport = new Transport(session, patienceOf(item));
			return async () => await carryOut({ ...item, transport });
		} catch (error) {
			const nodeError = toNodeError(context.getNode(), error, item.index);
			if (context.continueOnFail()) return async () => await Promise.reject(nodeError);
			if (!(error instanceof Refusal)) throw nodeError;
			refused.push({ index: item.index, problem: error });
			return async () => [];
		}
	});
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
		.map(({ index, problem: { message } }) => `row ${index + 1}: ${message}`);
	const more =
		refused.length > MOST_ROWS_TOLD ? [`and ${refused.length - MOST_ROWS_TOLD} more`] : [];
	const message =
		rows === 1
			? problem.message
			: `${refused.length} of ${rows} rows cannot be used: ${[...told, ...more].join('; ')}`;
	const advice = refused.length === 1 ? [problem.advice ?? ''] : [];
	return new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: [...advice, 'Nothing was sent to the service.'].filter(Boolean).join(' '),
	});
}

function operationOf({ parameter }: Item, resources: readonly Resource[]): Operation {
	const resource = parameter('resource') as string;
	const operation = parameter('operation') as string;
	const { operations = {} } = resources.find(({ value }) => value === resource) ?? {};
	if (Object.hasOwn(operations, operation)) return operations[operation];
	throw refusal(
		`There is no action "${operation}" for "${resource}"`,
		'Choose the resource and the action from the lists.',
	);
}

async function carryOutAll(
	context: IExecuteFunctions,
	prepared: readonly CarryOut[],
	concurrency: number,
): Promise<INodeExecutionData[][]> {
	const { length } = prepared;
	const outputs = new Array<INodeExecutionData[]>(length);
	let next = 0;
	let failure: Error | undefined;
	const work = async () => {
		while (next < length && failure === undefined) {
			const index = next++;
			try {
				outputs[index] = await prepared[index]();
			} catch (error) {
				const nodeError = toNodeError(context.getNode(), error, index);
				if (context.continueOnFail()) outputs[index] = [errorItem(nodeError)];
				else failure ??= nodeError;
			}
		}
	};
	// What is under way when one item fails is seen to its end: it may change something at the service.
	await Promise.all(Array.from({ length: Math.min(concurrency, length) }, work));
	if (failure !== undefined) throw failure;
	return outputs;
}

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

function errorItem(error: ReturnType<typeof toNodeError>): INodeExecutionData {
	const { message, description } = error;
	return { json: { error: message, ...(description ? { description } : {}) }, error };
}
