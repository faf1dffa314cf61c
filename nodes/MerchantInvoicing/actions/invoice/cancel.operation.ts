import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { statusOf } from '../../../shared/invoice/simplify';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { invoiceLocator } from '../common/locator';
import { moveInvoice } from '../common/move';
import { optionsOf } from '../common/options';
import { invoiceItem } from '../common/output';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoice'], operation: ['cancel'] },
	[invoiceLocator, simplifyField, optionsOf()],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const { after } = await moveInvoice(run, {
		move: 'cancel',
		operation: 'Cancel invoice',
		segment: 'cancelation',
		isDone: (_before, now) => statusOf(now) === 'CANCELED',
		again: true,
	});
	return [invoiceItem(run, after)];
}
