import type { INodeProperties } from 'n8n-workflow';

export const DEFAULT_SANDBOX_ADDRESS = 'http://127.0.0.1:8787';

const addressField = (environment: string, service: string, example: string): INodeProperties => ({
	displayName: `${environment} Address`,
	name: `${environment.toLowerCase()}Address`,
	type: 'string',
	default: '',
	required: true,
	placeholder: `e.g. ${example}`,
	description: `The address of the ${service} service, as your provider gives it: https:// and the host, nothing after it`,
	displayOptions: { show: { environment: [environment.toLowerCase()] } },
});

export const environmentFields: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{
				name: 'Production',
				value: 'production',
				description: 'Your provider’s live service, with real money',
			},
			{
				name: 'Sandbox (Local)',
				value: 'sandbox',
				description:
					'A test service on your own machine, started with "npm run sandbox". n8n Cloud cannot reach it.',
			},
			{
				name: 'Test',
				value: 'test',
				description: 'Your provider’s test service',
			},
		],
		default: 'test',
		description: 'Which service the credential belongs to',
	},
	addressField('Production', 'live', 'https://api.example.com'),
	addressField('Test', 'test', 'https://apitest.example.com'),
	{
		displayName: 'Sandbox Address',
		name: 'sandboxAddress',
		type: 'string',
		default: DEFAULT_SANDBOX_ADDRESS,
		description:
			'The address that "npm run sandbox" prints. If n8n runs in Docker, use http://host.docker.internal:8787.',
		displayOptions: { show: { environment: ['sandbox'] } },
	},
];

export const organizationField: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	description:
		'For partners who act for a merchant: whose reports to get, unless an action names another. Merchant Invoicing ignores it and uses the organization of the token or key.',
};

/** n8n adds these fields by itself, and lets a new credential go to all hosts; these let it go to none. */
export const allowedDomainsFields: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{
				name: 'All',
				value: 'all',
				description: 'Allow requests to every host',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Only the nodes of this package can use the credential',
			},
			{
				name: 'Specific Domains',
				value: 'domains',
				description: 'Allow requests to the hosts that you name',
			},
		],
		default: 'none',
		description: 'Which hosts the HTTP Request and GraphQL nodes can use this credential for',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. api.example.com',
		description: 'The host of your provider’s service. Separate several with commas.',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	},
];
