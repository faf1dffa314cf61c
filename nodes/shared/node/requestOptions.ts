import type { INodeProperties } from 'n8n-workflow';

import type { Patience } from '../transport/retry';
import { DEFAULT_PATIENCE } from '../transport/retry';
import type { Parameters } from './parameters';
import { readCount, readOptions } from './parameters';

const MEGABYTE = 1024 * 1024;

export const attemptsOption: INodeProperties = {
	displayName: 'Attempts',
	name: 'attempts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 20 },
	default: 4,
	description:
		'How often a request is sent at most when the network or the service fails for a moment. The pause between two attempts doubles each time; a Retry-After of the service is honoured.',
};

export const concurrencyOption: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 1,
	description:
		'How many input items are worked on at the same time. The order of the output stays that of the input. When the service asks to slow down, all of them wait.',
};

export const maxAnswerOption: INodeProperties = {
	displayName: 'Max Answer Size',
	name: 'maxAnswerSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1024 },
	default: 32,
	description:
		'The largest answer of the service that is read, in megabytes; a larger one is an error. Downloads are not limited.',
};

export const retryPauseOption: INodeProperties = {
	displayName: 'Pause Before Retry',
	name: 'retryPause',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 30000 },
	default: 500,
	description: 'How long to wait before the second attempt, in milliseconds; doubles with each one',
};

export const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 60,
	description:
		'How long one answer of the service may take, and how long a download may stand still, in seconds. A download may take 60 times as long altogether.',
};

/** How long to keep trying, as the options say. */
export function patienceOf(fields: Parameters): Patience {
	const { attempts, timeout, retryPause, maxAnswerSize } = readOptions(fields);
	const seconds = DEFAULT_PATIENCE.timeout / 1000;
	return {
		attempts: readCount(attemptsOption.displayName, attempts, {
			fallback: DEFAULT_PATIENCE.attempts,
			least: 1,
		}),
		timeout:
			readCount(timeoutOption.displayName, timeout, {
				fallback: seconds,
				least: 0.001,
				fraction: true,
			}) * 1000,
		pause: readCount(retryPauseOption.displayName, retryPause, {
			fallback: DEFAULT_PATIENCE.pause,
			least: 0,
		}),
		mostBytes:
			readCount(maxAnswerOption.displayName, maxAnswerSize, {
				fallback: DEFAULT_PATIENCE.mostBytes / MEGABYTE,
				least: 1,
			}) * MEGABYTE,
	};
}

/** How many items are worked on at the same time. */
export const concurrencyOf = (fields: Parameters): number =>
	readCount(concurrencyOption.displayName, readOptions(fields).concurrency, {
		fallback: 1,
		least: 1,
	});
