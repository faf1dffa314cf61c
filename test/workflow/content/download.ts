import type { IDataObject } from 'n8n-workflow';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { type NodeRun, type NodeRunOptions, runNode, withDefaults } from '../../support/engine';

/** Downloads the one report of a server by its ID, in a format that is given. */
export async function download(
	{ address }: { address: string },
	parameters: IDataObject,
	way: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	const node = new MerchantReporting();
	const chosen: IDataObject = {
		resource: 'report',
		operation: 'fetch',
		report: { __rl: true, mode: 'id', value: 'x' },
		...parameters,
		options: { format: 'text/csv', ...(parameters.options as IDataObject) },
	};
	const run = { node, parameters: withDefaults(node, chosen), address, token: 'any-token' };
	return await runNode({ ...run, ...way });
}
