import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { authorise } from '../nodes/shared/transport/authorise';
import { DEFAULT_SANDBOX_ADDRESS } from '../nodes/shared/transport/connection';

export class MerchantApi implements ICredentialType {
	name = 'merchantApi';

	displayName = 'Merchant API';

	icon: Icon = { light: 'file:merchant.svg', dark: 'file:merchant.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-merchant-services/n8n-nodes-merchant-services/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{
					name: 'Production',
					value: 'production',
					description: 'Real money: your provider’s live service',
				},
				{
					name: 'Sandbox (Local)',
					value: 'sandbox',
					description: 'The stand-in service of this package, on this machine',
				},
				{
					name: 'Test',
					value: 'test',
					description: 'Your provider’s test service',
				},
			],
			default: 'test',
			description: 'Which service the token belongs to',
		},
		{
			displayName: 'Production Address',
			name: 'productionAddress',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://api.example.com',
			description:
				'The address of the live service, as your provider gives it: https:// and the host, nothing after it',
			displayOptions: { show: { environment: ['production'] } },
		},
		{
			displayName: 'Test Address',
			name: 'testAddress',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://apitest.example.com',
			description:
				'The address of the test service, as your provider gives it: https:// and the host, nothing after it',
			displayOptions: { show: { environment: ['test'] } },
		},
		{
			displayName: 'Sandbox Address',
			name: 'sandboxAddress',
			type: 'string',
			default: DEFAULT_SANDBOX_ADDRESS,
			description:
				'Where "npm run sandbox" says that it listens. Only an address on this machine is accepted.',
			displayOptions: { show: { environment: ['sandbox'] } },
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The token your provider gave you. It is sent to the address above only.',
		},
		{
			displayName: 'Organization ID',
			name: 'organizationId',
			type: 'string',
			default: '',
			description:
				'For partners who act for a merchant: whose data to use unless an action names another. Leave empty to use the organization of the token.',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'Authorization',
			description:
				'The HTTP header that carries the token. Change it only if your provider says so.',
		},
		{
			displayName: 'Text Before Token',
			name: 'headerPrefix',
			type: 'string',
			default: 'Bearer',
			description:
				'What stands before the token in the header, separated by a space. Leave empty for the bare token.',
		},
	];

	authenticate: IAuthenticate = authorise;
}
