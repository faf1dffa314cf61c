import type { INodeProperties } from 'n8n-workflow';

import type { Patience } from '../transport/retry';
import { DEFAULT_PATIENCE } from '../transport/retry';
import type { Parameters } from './parameters';
import { readCount, readOptions } from './parameters';

const LONGEST_TIMEOUT = 3600;
const MOST_AT_ONCE = 50;

const timeoutOption: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT },
	default: 60,
	description:
		'How long to wait for each response, and for the next part of a download. A whole download may take 60 times as long.',
};

/** For every action and event. */
export const requestOptions: INodeProperties[] = [timeoutOption];

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

/** How long to keep trying. Only Timeout is in the form: Retry On Fail of n8n serves those who want more attempts. */
export function patienceOf(fields: Parameters): Patience {
	const seconds = readCount(timeoutOption.displayName, readOptions(fields).timeout, {
		fallback: DEFAULT_PATIENCE.timeout / 1000,
		least: 0.001,
		most: LONGEST_TIMEOUT,
		fraction: true,
	});
	return { ...DEFAULT_PATIENCE, timeout: seconds * 1000 };
}

/** How many items are worked on at the same time. */
export const concurrencyOf = (fields: Parameters): number =>
	readCount(
		concurrencyOption.displayName,
		readOptions(fields, [concurrencyOption.name]).concurrency,
		{
			fallback: 1,
			least: 1,
			most: MOST_AT_ONCE,
		},
	);
