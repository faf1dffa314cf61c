import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../../shared/node/fields';
import type { Parameters } from '../../../shared/node/parameters';
import { given, readOptions } from '../../../shared/node/parameters';
import { requestOptions } from '../../../shared/node/requestOptions';

const organizationIdOption: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. merchant_one',
	description:
		'The merchant, account or reseller to act for. Only partners need it. Leave it out to use the one in the credential.',
};

/** The organization to act for; '' for that of the credential. */
export const readOrganizationId = (fields: Parameters): string =>
	given(readOptions(fields).organizationId, 'Organization ID') ?? '';

export const downloadOption: INodeProperties = {
	displayName: 'Request Download',
	name: 'download',
	type: 'boolean',
	default: false,
	description: 'Whether to send download=true, which some services expect',
};

export const readDownload = (fields: Parameters): true | undefined =>
	readOptions(fields).download === true ? true : undefined;

/** The Options of an action: its own ones and those that every request has, in the order of their names. */
export const optionsOf = (...own: INodeProperties[]): INodeProperties =>
	optionsField(...own, organizationIdOption, ...requestOptions);
