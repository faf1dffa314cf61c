import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

/** The beginning of a test workflow: puts out the given items. */
export const inputNode = (items: Array<IDataObject | INodeExecutionData>): INodeType => ({
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['input'],
		version: 1,
		description: 'Gives the items of a test',
		defaults: { name: 'Input' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	// n8n calls this with a context of its own as `this`: the items come from the closure.
	execute: async () => [
		items.map((item) =>
			typeof item.json === 'object' ? (item as INodeExecutionData) : { json: item },
		),
	],
});
