import type { Resource } from '../../../shared/node/resource';
import { get } from './get.operation';
import { reset } from './reset.operation';
import { update } from './update.operation';

export const invoiceSettings: Resource = {
	name: 'Invoice Settings',
	value: 'invoiceSettings',
	default: 'get',
	operations: { get, remove: reset, update },
};
