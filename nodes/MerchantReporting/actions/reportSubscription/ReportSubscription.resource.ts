import type { Resource } from '../../../shared/node/resource';
import { remove } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { upsert } from './upsert.operation';

const operations = { upsert, delete: remove, get, getAll };

export const reportSubscription: Resource = {
	name: 'Report Subscription',
	value: 'reportSubscription',
	description: 'Recurring reports',
	default: 'getAll' satisfies keyof typeof operations,
	operations,
};
