import type { Resource } from '../../../shared/node/resource';
import { create } from './create.operation';
import { duplicate } from './duplicate.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getTotals } from './getTotals.operation';
import { cancel, publish } from './moves';
import { send } from './send.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

export const invoice: Resource = {
	name: 'Invoice',
	value: 'invoice',
	default: 'create',
	/** Under names by which n8n's assistant knows whether an action reads or changes something. */
	operations: {
		add: duplicate,
		cancel,
		create,
		get,
		getAll,
		publish,
		query: getTotals,
		send,
		update,
		upsert,
	},
};
