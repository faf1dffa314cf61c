import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../../shared/node/parameters';
import { readOptions } from '../../../shared/node/parameters';
import type { Answered } from '../../../shared/service/reporting';

export const failIfEmptyOption: INodeProperties = {
	displayName: 'Fail If Empty',
	name: 'failIfEmpty',
	type: 'boolean',
	default: false,
	description:
		'Whether it is an error when the service has no transactions for the request. Otherwise the result is empty and the workflow goes on without items.',
};

export const unclearOption: INodeProperties = {
	displayName: 'Treat Unclear 404 as Empty',
	name: 'unclearIsEmpty',
	type: 'boolean',
	default: false,
	description:
		'Whether the result is empty when the service answers "not found" without saying whether there are no transactions or no such report. Otherwise it is an error.',
};

export const readUnclear = (fields: Parameters): boolean =>
	readOptions(fields).unclearIsEmpty === true;

export const readFailIfEmpty = (fields: Parameters): boolean =>
	readOptions(fields).failIfEmpty === true;

/** The answer; where the service has no transactions for it, nothing, or an error where the user wants one. */
export function unlessEmpty<Body>(
	answered: Answered<Body>,
	failIfEmpty: boolean,
): Body | undefined {
	if (answered.kind === 'found') return answered.body;
	if (failIfEmpty) throw answered.failure;
	return undefined;
}
