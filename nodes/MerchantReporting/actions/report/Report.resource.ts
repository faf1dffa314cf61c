import type { Resource } from '../../../shared/node/resource';
import { collect } from './collect.operation';
import { createOneTime } from './createOneTime.operation';
import { downloadById, downloadByName } from './download.operation';
import { get, getAll } from './get.operation';

/** From these names, n8n's assistant knows whether an action reads or changes something. */
const operations = {
	create: createOneTime,
	download: downloadByName,
	fetch: downloadById,
	get,
	getAll,
	retrieve: collect,
};

export const report: Resource = {
	name: 'Report',
	value: 'report',
	description: 'Reports that exist, and one-time reports that you order',
	default: 'download' satisfies keyof typeof operations,
	operations,
};
