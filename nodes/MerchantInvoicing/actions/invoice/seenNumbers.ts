import { createHash } from 'crypto';

import { isTool } from '../../../shared/node/agent';
import type { Item } from '../../../shared/node/resource';
import { error, type Problem } from '../../../shared/problem';
import { invoiceNumberField, numberKey } from './invoiceNumber';

/**
 * Refuses the rows of a number if an earlier run of this node in this execution had other ones. n8n runs a node again
 * for each batch of a loop, and the rows of one order can fall into two batches. The very same rows come again where
 * somebody retries. An agent may change what it has created.
 */
export function otherRowsCame({ context, group }: Item): Problem[] {
	const number = numberKey(group[0]);
	if (number === undefined || isTool(context)) return [];
	const kept = context.getContext('node');
	const rowsOf = (kept.rowsOfNumbers ??= {}) as Partial<Record<string, string>>;
	const input = context.getInputData();
	const rows = JSON.stringify(group.map(({ index }) => input[index].json));
	const content = createHash('sha256').update(rows).digest('base64url');
	const key = `number ${number}`;
	rowsOf[key] ??= content;
	if (rowsOf[key] === content) return [];
	// From now on, nobody knows which rows are those of the invoice.
	rowsOf[key] = '';
	const message = `${number} came before: an earlier run of this node in this execution had other rows of it. Put all rows of an invoice into one batch`;
	return [error(invoiceNumberField.displayName, message)];
}
