import type { IDataObject, IExecuteFunctions, INodeProperties, INodeType } from 'n8n-workflow';

import { runItems } from '../../../nodes/shared/node/items';
import { defineOperation, type Item, type ItemRun } from '../../../nodes/shared/node/resource';
import { runNode, type NodeRun, type NodeRunOptions } from '../../support/engine';

type CarryOut = (
	run: ItemRun,
) => ReturnType<ReturnType<ReturnType<typeof defineOperation>['prepare']>>;

interface Probe {
	carryOut: CarryOut;
	prepare?: (item: Item) => void;
	properties?: INodeProperties[];
	done?: (output: IDataObject) => string;
	isRepeatable?: boolean;
}

/** A node whose one action is the given one: lets tests use the transport inside n8n's own engine. */
export const probeNode = (probe: Probe | CarryOut): INodeType => {
	const {
		carryOut,
		prepare,
		properties = [],
		done,
		isRepeatable = false,
	}: Probe = typeof probe === 'function' ? { carryOut: probe } : probe;
	const run = defineOperation({
		name: 'Run',
		action: 'Run the probe',
		description: 'Runs one action',
		subtitle: 'Run',
		fields: [],
		prepare: (item) => prepare?.(item),
		carryOut: async (_plan, itemRun) => await carryOut(itemRun),
		done,
		isRepeatable: () => isRepeatable,
	});
	const resources = [{ name: 'Probe', value: 'probe', default: 'run', operations: { run } }];
	return {
		description: {
			displayName: 'Probe',
			name: 'probe',
			group: ['transform'],
			version: 1,
			description: 'Runs one action',
			defaults: { name: 'Probe' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'merchantApi', required: true }],
			properties: [
				{ displayName: 'Resource', name: 'resource', type: 'string', default: 'probe' },
				{ displayName: 'Operation', name: 'operation', type: 'string', default: 'run' },
				{ displayName: 'Options', name: 'options', type: 'json', default: {} },
				...properties,
			],
		},
		async execute(this: IExecuteFunctions) {
			return await runItems(this, resources);
		},
	};
};

export const runProbe = async (
	probe: Probe | CarryOut,
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> =>
	await runNode({
		node: probeNode(probe),
		parameters: {},
		address: 'http://127.0.0.1:9',
		token: 'any-token',
		...more,
	});
