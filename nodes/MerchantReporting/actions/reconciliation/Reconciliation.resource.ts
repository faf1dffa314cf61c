import type { Resource } from '../../../shared/node/resource';
import { reconcile } from './reconcile.operation';

/** Whether what was paid agrees with what was settled. */
export const reconciliation: Resource = {
	name: 'Reconciliation',
	value: 'reconciliation',
	description: 'What your customers paid, compared with what was settled',
	default: 'get',
	operations: { get: reconcile },
};
