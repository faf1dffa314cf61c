import type { INodeProperties } from 'n8n-workflow';

/** Entries for an action's Options; the loop in items.ts reads them by these names. */
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
		'How long to wait for the service to begin its answer, and for a download to go on, in seconds',
};
