import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { simplifyInvoice } from '../../../shared/invoice/simplify';
import type { ItemRun } from '../../../shared/items';
import { read, todayOf } from './parameters';

/** An invoice as the user wants it, with what the node itself has to say about it. */
export function invoiceItem(
	run: ItemRun,
	invoice: IDataObject,
	notes: IDataObject = {},
): INodeExecutionData {
	const shown = read<boolean>(run, 'simplify', true)
		? simplifyInvoice(invoice, todayOf(run))
		: invoice;
	return { json: { ...shown, ...notes } };
}

/** Warnings as text for the output; the editor shows them above it too. */
export function tellWarnings({ context, index }: ItemRun, warnings: readonly string[]): string {
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
