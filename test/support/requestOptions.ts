import type { IDataObject } from 'n8n-workflow';

/** How often to try, without the pauses that a test would have to wait for. */
export const retry = (settings: { attempts?: number; pause?: number } = {}): IDataObject => ({
	pause: 1,
	...settings,
});

/** What is entered for an action on invoices: a new one has its options among its additional fields. */
export const withOptions = (
	operation: string,
	parameters: IDataObject,
	options: IDataObject,
): IDataObject =>
	['create', 'upsert'].includes(operation)
		? {
				...parameters,
				additionalFields: { ...(parameters.additionalFields as IDataObject), ...options },
				options,
			}
		: { ...parameters, options };
