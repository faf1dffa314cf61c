import type { IExecuteFunctions } from 'n8n-workflow';

import { read, readText } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { InvoiceDraft } from '../../invoice/draft';
import { contentKey, numberFrom } from '../../invoice/invoiceNumber';

export const readNumberSource = (item: Item): string => read(item, 'numberSource', 'content');

/** The draft with the number that the user wants it to have. */
export function withNumber(item: Item, draft: InvoiceDraft): InvoiceDraft {
	const made = numberMade(item, draft);
	if (made === undefined) return draft;
	return { ...draft, fields: { ...draft.fields, invoiceNumber: made } };
}

function numberMade(item: Item, draft: InvoiceDraft): string | undefined {
	const { context, index } = item;
	const source = readNumberSource(item);
	if (source === 'execution') {
		return numberFrom([
			context.getInstanceId(),
			String(context.getWorkflow().id),
			context.getNode().id,
			context.getExecutionId(),
			String(context.getWorkflowDataProxy(index).$runIndex),
			String(index),
		]);
	}
	if (source !== 'content') return undefined;
	const ownKey = readText(item, 'numberKey');
	if (ownKey !== '') return numberFrom(['key', ownKey]);
	const content = contentKey(draft);
	return numberFrom(['content', content, String(occurrenceOf(item, content))]);
}

interface Occurrences {
	lastIndex: number;
	counts: Map<string, number>;
}

const occurrences = new WeakMap<IExecuteFunctions, Occurrences>();

/** Two rows that say the same are two invoices: which of the equal rows this one is. */
function occurrenceOf({ context, index }: Item, content: string): number {
	let seen = occurrences.get(context);
	// Rows are prepared in order, so an earlier row begins another pass over the same rows.
	if (seen === undefined || index <= seen.lastIndex) seen = { lastIndex: -1, counts: new Map() };
	occurrences.set(context, seen);
	const count = (seen.counts.get(content) ?? 0) + 1;
	seen.counts.set(content, count);
	seen.lastIndex = index;
	return count;
}
