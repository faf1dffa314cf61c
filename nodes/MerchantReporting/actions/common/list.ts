import type { INodeProperties } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import { read, readFlag } from './parameters';

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** How many results the user wants. */
export const readLimit = (run: ItemRun): number =>
	readFlag(run, 'returnAll', false) ? Infinity : Math.max(1, Number(read(run, 'limit', 50)));
