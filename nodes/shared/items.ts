import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Parameters } from './parameters';
import { Session, Transport } from './transport';
import { DEFAULT_PATIENCE } from './transport/retry';

/** What an action gets to work on one input item. */
export interface ItemRun {
	context: IExecuteFunctions;
	index: number;
	transport: Transport;
	/** What a field holds for this item, or the fallback where it is not shown. */
	parameter: ReturnType<Parameters['of']>;
}

export interface Operation {
	execute(run: ItemRun): Promise<INodeExecutionData[]>;
}

export type OperationTable = Partial<Record<string, Partial<Record<string, Operation>>>>;

/** The one loop over input items: in order, a bounded number at a time, each output paired with its input. */
export async function runItems(
	context: IExecuteFunctions,
	operations: OperationTable,
): Promise<INodeExecutionData[][]> {
	const { length } = context.getInputData();
	const session = new Session(context);
	const parameters = new Parameters(context);
	const outputs = new Array<INodeExecutionData[]>(length);
	const options = context.getNodeParameter('options', 0, {});
	const concurrency = Math.max(1, Number(options.concurrency ?? 1));

	let next = 0;
	let failure: Error | undefined;
	const work = async () => {
		while (next < length && failure === undefined) {
			const index = next++;
			try {
				const parameter = parameters.of(index);
				const transport = new Transport(session, patienceOf(parameter), index);
				const run = { context, index, transport, parameter };
				outputs[index] = await operationOf(run, operations).execute(run);
			} catch (error) {
				if (context.continueOnFail()) outputs[index] = [errorItem(error)];
				else failure ??= nodeError(context, error, index);
			}
		}
	};
	// What is under way when one item fails is seen to its end: it may change something at the service.
	await Promise.all(Array.from({ length: Math.min(concurrency, length) }, work));
	if (failure !== undefined) throw failure;

	const paired: INodeExecutionData[] = [];
	for (let item = 0; item < length; item++) {
		const pairedItem = { item };
		for (const output of outputs[item]) {
			output.pairedItem = pairedItem;
			paired.push(output);
		}
	}
	return [paired];
}

function operationOf(
	{ context, index, parameter }: ItemRun,
	operations: OperationTable,
): Operation {
	const resource = parameter('resource') as string;
	const operation = parameter('operation') as string;
	const known = operations[resource]?.[operation];
	if (known === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`There is no action "${operation}" for "${resource}"`,
			{ itemIndex: index, description: 'Choose the resource and the action from the lists.' },
		);
	}
	return known;
}

function patienceOf(parameter: ItemRun['parameter']) {
	const { attempts, timeout, retryPause } = parameter('options', {}) as IDataObject;
	return {
		attempts: Number(attempts ?? DEFAULT_PATIENCE.attempts),
		timeout: timeout === undefined ? DEFAULT_PATIENCE.timeout : Number(timeout) * 1000,
		pause: Number(retryPause ?? DEFAULT_PATIENCE.pause),
	};
}

/** Errors carry the item they belong to, so that the editor can show which input caused them. */
function nodeError(context: IExecuteFunctions, error: unknown, itemIndex: number): Error {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(
		context.getNode(),
		error instanceof Error ? error : new Error(String(error)),
		{ itemIndex },
	);
}

function errorItem(error: unknown): INodeExecutionData {
	const known = error instanceof NodeApiError || error instanceof NodeOperationError;
	const message = error instanceof Error ? error.message : String(error);
	const details = known && error.description ? { description: error.description } : {};
	return { json: { error: message, ...details }, ...(known ? { error } : {}) };
}
