import type { Resource } from '../../../shared/node/resource';
import { collect } from './collect.operation';
import { createOneTime } from './createOneTime.operation';
import { downloadById } from './downloadById.operation';
import { downloadByName } from './downloadByName.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

const operations = { collect, createOneTime, downloadById, downloadByName, get, getAll };

export const report: Resource = {
	name: 'Report',
	value: 'report',
	description: 'Reports that exist, and one-time reports that you order',
	default: 'downloadByName' satisfies keyof typeof operations,
	operations,
};
