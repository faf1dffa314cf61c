import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { getSubscription, SUBSCRIPTIONS } from '../../service/subscriptions';
import { subscriptionLocator } from '../common/locators';
import { optionsOf } from '../common/options';
import { readOrganizationId, readPicked } from '../common/parameters';
import { refuse } from '../common/refuse';

export const description: INodeProperties[] = showFor(
	{ resource: ['reportSubscription'], operation: ['delete'] },
	[subscriptionLocator, optionsOf()],
);

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const name = readPicked(run, 'reportName');
	if (name === '') refuse(run, ['Subscription: choose or enter its name']);
	const organizationId = readOrganizationId(run);
	const operation = `Delete report subscription "${name}"`;

	const subscription = await getSubscription(run.transport, name, organizationId, operation);
	// It was there a moment ago: where the service no longer finds it, an attempt whose answer was lost has deleted it.
	await run.transport.json({
		operation,
		method: 'DELETE',
		path: [...SUBSCRIPTIONS, name],
		organizationId,
	});
	return [{ json: { deleted: true, ...subscription } }];
}
