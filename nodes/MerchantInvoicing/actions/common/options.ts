import type { INodeProperties } from 'n8n-workflow';
import {
	attemptsOption,
	concurrencyOption,
	retryPauseOption,
	timeoutOption,
} from '../../../shared/requestOptions';
import { byName } from './invoiceFields';

/** The Options of an action: its own ones and those that every request has. */
export const optionsOf = (...own: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: byName([...own, attemptsOption, concurrencyOption, retryPauseOption, timeoutOption]),
});

export const totalsDifferOption: INodeProperties = {
	displayName: 'When Totals Do Not Add Up',
	name: 'totalsMismatch',
	type: 'options',
	default: 'error',
	description:
		'What to do when an amount that you entered is not what the line items, discounts, taxes and freight add up to',
	options: [
		{ name: 'Stop With an Error', value: 'error', description: 'Nothing is sent' },
		{ name: 'Warn and Go On', value: 'warning', description: 'Your amount is sent as it is' },
	],
};
