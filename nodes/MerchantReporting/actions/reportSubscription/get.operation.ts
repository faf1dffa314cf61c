import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../../../shared/editor/listFields';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { getSubscription, simplifiedSubscription } from '../../service/subscriptions';
import { subscriptionLocator } from '../common/locators';
import { optionsOf } from '../common/options';
import { readFlag, readOrganizationId, readPicked } from '../common/parameters';
import { refuse } from '../common/refuse';

export const description: INodeProperties[] = showFor(
	{ resource: ['reportSubscription'], operation: ['get'] },
	[subscriptionLocator, simplifyField, optionsOf()],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const name = readPicked(run, 'reportName');
	if (name === '') refuse(run, ['Subscription: choose or enter its name']);
	const subscription = await getSubscription(run.transport, name, readOrganizationId(run));
	const simplify = readFlag(run, 'simplify', true);
	return [{ json: simplify ? simplifiedSubscription(subscription) : subscription }];
}
