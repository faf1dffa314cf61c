import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../../../shared/node/agent';
import { error } from '../../../shared/problem';
import type { DraftReading } from '../../invoice/draft';
import { invoiceNumberField } from './invoiceNumber';

/** The rows of a number that came first. */
interface Seen {
	run: number;
	/** Empty if they could not be read, or if other ones came. */
	content: string;
}

const runs = new WeakMap<IExecuteFunctions, number>();

/** A retry of the node is the same run. */
function runOf(context: IExecuteFunctions): number {
	const run = runs.get(context) ?? Number(context.getWorkflowDataProxy(0).$runIndex);
	runs.set(context, run);
	return run;
}

/**
 * Refuses the rows of a number if an earlier run of this node in this execution had other ones. n8n runs a node again
 * for each batch of a loop, and the rows of one order can fall into two batches. The same rows may come again. An agent
 * may change what it has created.
 */
export function readOnce<Reading extends { entered: DraftReading }>(
	context: IExecuteFunctions,
	number: string | undefined,
	read: () => Reading,
): Reading {
	if (number === undefined || isTool(context)) return read();
	const kept = context.getContext('node');
	const numbers = (kept.seenNumbers ??= {}) as Partial<Record<string, Seen>>;
	const run = runOf(context);
	// Remembered before the rows are read: what cannot be read is a part of the order too.
	const seen = (numbers[`number ${number}`] ??= { run, content: '' });
	const reading = read();
	const { entered } = reading;
	const content = createHash('sha256').update(JSON.stringify(entered.draft)).digest('base64url');
	if (seen.run === run) seen.content = content;
	if (seen.content === content) return reading;
	seen.content = '';
	const message = `${number} came before: an earlier run of this node in this execution had other rows of it. Put all rows of an invoice into one batch`;
	entered.problems = [...entered.problems, error(invoiceNumberField.displayName, message)];
	return reading;
}
