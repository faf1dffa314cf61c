import type { INodeProperties } from 'n8n-workflow';

export const subscriptionTypeOption: INodeProperties = {
	displayName: 'Subscription Type',
	name: 'subscriptionType',
	type: 'options',
	default: 'CUSTOM',
	description: 'The family of reports to look in; the service takes Custom when this is left out',
	options: [
		{ name: 'Classic', value: 'CLASSIC' },
		{ name: 'Custom', value: 'CUSTOM' },
		{ name: 'Standard', value: 'STANDARD' },
	],
};
