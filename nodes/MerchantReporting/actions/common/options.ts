import type { INodeProperties } from 'n8n-workflow';

import { flagField, optionsField, textField } from '../../../shared/node/fields';
import {
	concurrencyOption,
	given,
	type Parameters,
	readOptions,
} from '../../../shared/node/parameters';
import { type Refusal, refusal } from '../../../shared/problem';
import type { FoundOrEmpty } from '../../../shared/service/reporting';

const organizationIdOption: INodeProperties = textField('Organization ID', 'organizationId', {
	placeholder: 'e.g. merchant_one',
	description:
		'The merchant, account or reseller to act for. Only partners need it. Leave it out to use the one in the credential.',
});

/** The organization to act for; '' for that of the credential. */
export const readOrganizationId = (fields: Parameters): string =>
	given(readOptions(fields).organizationId, 'Organization ID') ?? '';

export const downloadOption: INodeProperties = flagField(
	'Request Download',
	'download',
	'Whether to send download=true, which some services expect',
	{ default: true },
);

export const readDownload = (fields: Parameters): true | undefined =>
	readOptions(fields).download === true ? true : undefined;

export const failIfEmptyOption: INodeProperties = flagField(
	'Fail If Empty',
	'failIfEmpty',
	'Whether to fail if the service has no transactions for the request. Otherwise the node returns no items, and n8n ends this branch of the workflow. The content of a file is not checked.',
	{ default: true },
);

export const readFailIfEmpty = (fields: Parameters): boolean =>
	readOptions(fields).failIfEmpty === true;

/** An error that the user wants. Nothing has to be corrected, so the advice of the failure would be wrong. */
export const emptyRefusal = (message: string): Refusal =>
	refusal(message, 'Turn off Fail If Empty to end this branch without an error.');

/** The answer; where the service has no transactions for it, nothing, or an error where the user wants one. */
export function unlessEmpty<Body>(
	answered: FoundOrEmpty<Body>,
	failIfEmpty: boolean,
): Body | undefined {
	if (answered.kind === 'found') return answered.body;
	if (failIfEmpty) throw emptyRefusal(answered.failure.message);
	return undefined;
}

/** The Options of an action: its own ones and those that every action has, in the order of their names. */
export const optionsOf = (...own: INodeProperties[]): INodeProperties =>
	optionsField(...own, organizationIdOption, concurrencyOption);
