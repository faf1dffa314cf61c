import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { found } from '../../../shared/transport';
import { optionsOf } from '../common/options';
import { settingsRequests } from '../common/service';
import { settingsItem } from '../common/settingsOutput';

export const description: INodeProperties[] = showFor(
	{ resource: ['invoiceSettings'], operation: ['get'] },
	[simplifyField, optionsOf()],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const answer = found(await run.transport.json<IDataObject>(settingsRequests.get()));
	return [settingsItem(run, answer)];
}
