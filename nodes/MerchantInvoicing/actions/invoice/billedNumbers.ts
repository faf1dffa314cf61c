import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../../../shared/node/agent';
import { Refusal } from '../../../shared/problem';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';

/**
 * The numbers that the runs of this node have billed in this execution, with the run. n8n runs a node again for each
 * batch of a loop, and the rows of one order can fall into two batches. An agent may change what it has created.
 */
function billedIn(context: IExecuteFunctions): Record<string, number> | undefined {
	if (isTool(context)) return undefined;
	const kept = context.getContext('node');
	kept.billedNumbers ??= {};
	return kept.billedNumbers as Record<string, number>;
}

const runs = new WeakMap<IExecuteFunctions, number>();

/** A retry of the node is the same run. */
function runOf(context: IExecuteFunctions): number {
	const run = runs.get(context) ?? Number(context.getWorkflowDataProxy(0).$runIndex);
	runs.set(context, run);
	return run;
}

/** Why a number cannot be billed in this run. */
export function whyBilled(context: IExecuteFunctions, number: string): string | undefined {
	const billed = billedIn(context);
	if (billed === undefined || !Object.hasOwn(billed, number)) return undefined;
	if (billed[number] === runOf(context)) return undefined;
	return `${number} was billed by an earlier run of this node in this execution. Put all rows of an invoice into one batch`;
}

/** Bills a number, and remembers that unless it is known to have failed. */
export async function billing<Result>(
	context: IExecuteFunctions,
	number: string | undefined,
	bill: () => Promise<Result>,
): Promise<Result> {
	const billed = number === undefined ? undefined : billedIn(context);
	if (billed === undefined || number === undefined) return await bill();
	billed[number] = runOf(context);
	const done = bill();
	done.catch((error: unknown) => {
		const isKnown =
			error instanceof Refusal || (error instanceof ServiceFailure && !error.outcomeUnknown);
		if (isKnown) delete billed[number];
	});
	return await done;
}
