import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../../../shared/node/agent';
import { Refusal } from '../../../shared/problem';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';

/** What the runs of this node know of a number. */
interface Seen {
	/** The run that may bill it. */
	run: number;
	/** The content of its rows; empty where they could not be read, or where others came. */
	rows: string;
	mayBeBilled: boolean;
}

/**
 * The numbers that the runs of this node have seen in this execution. n8n runs a node again for each batch of a loop,
 * and the rows of one order can fall into two batches. An agent may change what it has created.
 */
function seenIn(context: IExecuteFunctions): Record<string, Seen> | undefined {
	if (isTool(context)) return undefined;
	const kept = context.getContext('node');
	kept.seenNumbers ??= {};
	return kept.seenNumbers as Record<string, Seen>;
}

const runs = new WeakMap<IExecuteFunctions, number>();

/** A retry of the node is the same run. */
function runOf(context: IExecuteFunctions): number {
	const run = runs.get(context) ?? Number(context.getWorkflowDataProxy(0).$runIndex);
	runs.set(context, run);
	return run;
}

/** Remembers a number before its rows are read: what cannot be read is a part of the order too. */
export function see(context: IExecuteFunctions, number: string | undefined): void {
	const seen = seenIn(context);
	if (seen === undefined || number === undefined || Object.hasOwn(seen, number)) return;
	seen[number] = { run: runOf(context), rows: '', mayBeBilled: false };
}

/** Why these rows of a number that was seen cannot be billed in this run. The same rows may come again if they failed. */
export function whySeen(
	context: IExecuteFunctions,
	number: string | undefined,
	rows: unknown,
): string | undefined {
	const seen = number === undefined ? undefined : seenIn(context)?.[number];
	if (seen === undefined) return undefined;
	const run = runOf(context);
	const content = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
	if (seen.run === run || (!seen.mayBeBilled && seen.rows === content)) {
		Object.assign(seen, { run, rows: content });
		return undefined;
	}
	seen.rows = '';
	const before = seen.mayBeBilled ? 'may have billed it' : 'had other rows of it';
	return `${number} came before: an earlier run of this node in this execution ${before}. Put all rows of an invoice into one batch`;
}

/** Bills a number, and remembers that unless it is known to have failed. */
export async function billing<Result>(
	context: IExecuteFunctions,
	number: string | undefined,
	bill: () => Promise<Result>,
): Promise<Result> {
	const seen = number === undefined ? undefined : seenIn(context)?.[number];
	if (seen === undefined) return await bill();
	seen.mayBeBilled = true;
	const done = bill();
	done.catch((error: unknown) => {
		seen.mayBeBilled =
			error instanceof ServiceFailure
				? error.outcomeUnknown
				: !(error instanceof Refusal) || error.outcome === 'unknown';
	});
	return await done;
}
