import type { IExecuteFunctions, INodeProperties, INodeType } from 'n8n-workflow';

import { runItems, type Operation } from '../../../nodes/shared/items';

/** A node whose one action is the given one: lets tests use the transport inside n8n's own engine. */
export const probeNode = (
	execute: Operation['execute'],
	properties: INodeProperties[] = [],
): INodeType => ({
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
		return await runItems(this, { probe: { run: { execute } } });
	},
});
