import type { Resource } from '../../../shared/node/resource';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

const operations = { get, getAll };

export const reportDefinition: Resource = {
	name: 'Report Definition',
	value: 'reportDefinition',
	description: 'The types of report, and the fields each can have',
	default: 'getAll' satisfies keyof typeof operations,
	operations,
};
