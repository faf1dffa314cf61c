import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { found } from '../../../shared/transport';
import { invoiceLocator, readInvoiceNumber } from '../common/locator';
import { optionsOf } from '../common/options';
import { invoiceItem } from '../common/output';
import { invoiceRequests } from '../common/service';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoice'], operation: ['get'] },
	[invoiceLocator, simplifyField, optionsOf()],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const request = invoiceRequests.get('Get invoice', await readInvoiceNumber(run));
	return [invoiceItem(run, found(await run.transport.json<IDataObject>(request)))];
}
