import type { INodeProperties } from 'n8n-workflow';
import {
	attemptsOption,
	concurrencyOption,
	retryPauseOption,
	timeoutOption,
} from '../../../shared/requestOptions';

export const organizationIdOption: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. merchant_one',
	description:
		'The merchant, account or reseller to act for. Only partners need it; leave it out to use the one in the credential.',
};

export const downloadOption: INodeProperties = {
	displayName: 'Ask for Download',
	name: 'download',
	type: 'boolean',
	default: false,
	description: 'Whether to send download=true, which some installations of the service expect',
};

export const failIfEmptyOption: INodeProperties = {
	displayName: 'Fail If Empty',
	name: 'failIfEmpty',
	type: 'boolean',
	default: false,
	description:
		'Whether it is an error when the service has no transactions for the request. Otherwise the result is empty and the workflow goes on without items.',
};

export const splitOption: INodeProperties = {
	displayName: 'Split Period Into Windows Of (Days)',
	name: 'splitDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 366, numberPrecision: 0 },
	default: 0,
	description:
		'Longest period to ask the service for at once, in days. A longer one is fetched window by window, without gap or overlap, and joined. 0 to ask for all of it at once.',
};

const inOrder = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: options.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
});

const COMMON = [attemptsOption, organizationIdOption, retryPauseOption, timeoutOption];

/** The Options of an action: its own ones and those that every request has, in the order of their names. */
export const optionsOf = (...own: INodeProperties[]): INodeProperties =>
	inOrder([...own, ...COMMON, concurrencyOption]);

/** For an action that works on one item after the other. */
export const optionsOneByOne = (...own: INodeProperties[]): INodeProperties =>
	inOrder([...own, ...COMMON]);
