import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifyInvoice } from '../../../shared/invoice/simplify';
import { readFlag } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Invoice } from '../../../shared/service/invoicing';

/** How the user wants to see invoices. */
export interface View {
	simplify: boolean;
	/** The day on which the run began where the workflow runs, as YYYY-MM-DD. */
	today: string;
}

export const readView = (item: Item): View => ({
	simplify: readFlag(item, 'simplify', true),
	today: todayOf(item.context),
});

const days = new WeakMap<IExecuteFunctions, string>();

/** One and the same day for all items of a run. */
function todayOf(context: IExecuteFunctions): string {
	let day = days.get(context);
	if (day === undefined) {
		day = DateTime.now().setZone(context.getTimezone()).toFormat('yyyy-MM-dd');
		days.set(context, day);
	}
	return day;
}

/** An invoice as the user wants it, with what the node itself has to say about it. */
export const invoiceItem = (
	invoice: Invoice,
	{ simplify, today }: View,
	notes: IDataObject = {},
): INodeExecutionData => ({
	json: { ...(simplify ? simplifyInvoice(invoice, today) : invoice), ...notes },
});

/** Warnings as text for the output; the editor shows them above it too. */
export function tellWarnings({ context, index }: Item, warnings: readonly string[]): string {
	if (warnings.length > 0) {
		context.addExecutionHints({
			message: `Item ${index}: ${warnings.join('; ')}`,
			type: 'warning',
			location: 'outputPane',
			group: { key: 'invoiceWarnings', summary: '{count} items have warnings' },
		});
	}
	return warnings.join('; ');
}
