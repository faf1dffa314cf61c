import type { Resource } from '../../../shared/node/resource';
import { cancel } from './cancel.operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { publish } from './publish.operation';
import { send } from './send.operation';
import { update } from './update.operation';

export const invoice: Resource = {
	name: 'Invoice',
	value: 'invoice',
	default: 'create',
	operations: { cancel, create, get, getAll, publish, send, update },
};
