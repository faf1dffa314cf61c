import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

type Items = Array<IDataObject | INodeExecutionData>;

/** Puts out the given items: one batch each time it runs, and nothing after the last one. */
export const inputNode = (...batches: Items[]): INodeType => ({
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['input'],
		version: 1,
		description: 'Gives the items of a test',
		defaults: { name: 'Input' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	// n8n calls this with a context of its own as `this`: the items come from the closure.
	execute: async () => [
		(batches.shift() ?? []).map((item) =>
			typeof item.json === 'object' ? (item as INodeExecutionData) : { json: item },
		),
	],
});
