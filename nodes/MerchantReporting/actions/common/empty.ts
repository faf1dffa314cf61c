import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../../shared/node/parameters';
import { readOptions } from '../../../shared/node/parameters';
import { type Refusal, refusal } from '../../../shared/problem';
import type { Answered } from '../../../shared/service/reporting';

export const failIfEmptyOption: INodeProperties = {
	displayName: 'Fail If Empty',
	name: 'failIfEmpty',
	type: 'boolean',
	default: false,
	description:
		'Whether to stop with an error when the service has no transactions for the request. Otherwise the workflow continues without items, or with an empty batch if Output is One Batch of Rows.',
};

export const readFailIfEmpty = (fields: Parameters): boolean =>
	readOptions(fields).failIfEmpty === true;

/** An error that the user wants. Nothing has to be corrected, so the advice of the failure would be wrong. */
export const emptyRefusal = (message: string): Refusal =>
	refusal(message, 'Turn off Fail If Empty to go on without an error.');

/** The answer; where the service has no transactions for it, nothing, or an error where the user wants one. */
export function unlessEmpty<Body>(
	answered: Answered<Body>,
	failIfEmpty: boolean,
): Body | undefined {
	if (answered.kind === 'found') return answered.body;
	if (failIfEmpty) throw emptyRefusal(answered.failure.message);
	return undefined;
}
