import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Patience } from '../transport/retry';
import { DEFAULT_PATIENCE } from '../transport/retry';
import type { Parameters } from './parameters';
import { readCount, readOptions } from './parameters';

const MEGABYTE = 1024 * 1024;

const MOST_ATTEMPTS = 20;
const LONGEST_PAUSE = 30_000;
const LARGEST_RESPONSE = 1024;
const LONGEST_TIMEOUT = 3600;
const MOST_AT_ONCE = 50;

const attemptsField: INodeProperties = {
	displayName: 'Attempts',
	name: 'attempts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_ATTEMPTS },
	default: 4,
	description:
		'How many times to send a request when the network or the service fails temporarily. The node waits longer after each attempt, or as long as the service asks.',
};

const pauseField: INodeProperties = {
	displayName: 'Pause Before Retry (Ms)',
	name: 'pause',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: LONGEST_PAUSE },
	default: 500,
	description:
		'How long to wait at most before the second attempt. The time doubles with each further attempt. The real pause is random, at least half of it.',
};

const maxSizeField: INodeProperties = {
	displayName: 'Max Response Size (MB)',
	name: 'maxSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST_RESPONSE },
	default: 32,
	description:
		'The largest response that the node reads. A larger one is an error. Downloads have no limit.',
};

const timeoutField: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT },
	default: 60,
	description:
		'How long to wait for each response, and for the next part of a download. A whole download may take 60 times as long.',
};

/** For every action and event. */
export const requestOptions: INodeProperties[] = [
	{
		displayName: 'Response Limits',
		name: 'responseLimits',
		type: 'fixedCollection',
		default: { settings: {} },
		placeholder: 'Add response limits',
		description: 'How long to wait for a response, and how large it can be',
		options: [{ displayName: 'Settings', name: 'settings', values: [maxSizeField, timeoutField] }],
	},
	{
		displayName: 'Retry',
		name: 'retry',
		type: 'fixedCollection',
		default: { settings: {} },
		placeholder: 'Add retry settings',
		description: 'What to do when the network or the service fails temporarily',
		options: [{ displayName: 'Settings', name: 'settings', values: [attemptsField, pauseField] }],
	},
];

/** For what works on several items at the same time. */
export const concurrencyOption: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_AT_ONCE },
	default: 1,
	description:
		'How many input items to process at the same time. The output keeps the order of the input. When the service asks to slow down, all items wait.',
};

/** How long to keep trying, as the options say. */
export function patienceOf(fields: Parameters): Patience {
	const { retry, responseLimits } = readOptions(fields) as Partial<
		Record<'retry' | 'responseLimits', { settings?: IDataObject }>
	>;
	const { attempts, pause } = retry?.settings ?? {};
	const { maxSize, timeout } = responseLimits?.settings ?? {};
	const seconds = DEFAULT_PATIENCE.timeout / 1000;
	return {
		attempts: readCount(attemptsField.displayName, attempts, {
			fallback: DEFAULT_PATIENCE.attempts,
			least: 1,
			most: MOST_ATTEMPTS,
		}),
		timeout:
			readCount(timeoutField.displayName, timeout, {
				fallback: seconds,
				least: 0.001,
				most: LONGEST_TIMEOUT,
				fraction: true,
			}) * 1000,
		pause: readCount(pauseField.displayName, pause, {
			fallback: DEFAULT_PATIENCE.pause,
			least: 0,
			most: LONGEST_PAUSE,
		}),
		mostBytes:
			readCount(maxSizeField.displayName, maxSize, {
				fallback: DEFAULT_PATIENCE.mostBytes / MEGABYTE,
				least: 1,
				most: LARGEST_RESPONSE,
			}) * MEGABYTE,
	};
}

/** How many items are worked on at the same time. */
export const concurrencyOf = (fields: Parameters): number =>
	readCount(concurrencyOption.displayName, readOptions(fields).concurrency, {
		fallback: 1,
		least: 1,
		most: MOST_AT_ONCE,
	});
