import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { authorizeRequest } from '../nodes/shared/transport/connection';
import {
	organizationField,
	allowedDomainsFields,
	environmentFields,
} from '../nodes/shared/transport/credentialFields';

const WITH_TOKEN = { show: { authenticationMethod: ['token'] } };
const WITH_KEY = { show: { authenticationMethod: ['signedToken', 'signedRequest'] } };

export class MerchantApi implements ICredentialType {
	name = 'merchantApi';

	displayName = 'Merchant API';

	icon: Icon = { light: 'file:merchant.svg', dark: 'file:merchant.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-merchant-services/n8n-nodes-merchant-services/blob/main/docs/use/credential.md';

	properties: INodeProperties[] = [
		...environmentFields,
		{
			displayName: 'Authentication Method',
			name: 'authenticationMethod',
			type: 'options',
			options: [
				{
					name: 'Key and Shared Secret: Signed Request',
					value: 'signedRequest',
					description: 'The older method: signs the headers of each request',
				},
				{
					name: 'Key and Shared Secret: Signed Token',
					value: 'signedToken',
					description: 'Creates a token (JWT) for each request, valid for two minutes',
				},
				{
					name: 'Token',
					value: 'token',
					description: 'A token from your provider. It may expire.',
				},
			],
			default: 'token',
			description: 'What your provider gave you. If you have a key, use the signed token.',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The token from your provider. It is sent only to the address above.',
			displayOptions: WITH_TOKEN,
		},
		{
			displayName: 'Merchant ID',
			name: 'merchantId',
			type: 'string',
			default: '',
			required: true,
			description: 'The identifier of the merchant whose data to use',
			displayOptions: WITH_KEY,
		},
		{
			displayName: 'Key ID',
			name: 'keyId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d',
			description: 'The identifier of the key, as your provider shows it',
			displayOptions: WITH_KEY,
		},
		{
			displayName: 'Shared Secret',
			name: 'sharedSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The secret of the key, in base64. It signs requests and is never sent.',
			displayOptions: WITH_KEY,
		},
		{
			displayName: 'Partner ID',
			name: 'partnerId',
			type: 'string',
			default: '',
			description:
				'The identifier of the partner, if the key belongs to a partner who acts for the merchant',
			displayOptions: { show: { authenticationMethod: ['signedToken'] } },
		},
		organizationField,
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'Authorization',
			description:
				'The HTTP header that carries the token. Change it only if your provider says so.',
			displayOptions: WITH_TOKEN,
		},
		{
			displayName: 'Token Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: 'Bearer',
			description:
				'The text before the token in the header, separated by a space. Leave empty to send only the token.',
			displayOptions: WITH_TOKEN,
		},
		...allowedDomainsFields,
	];

	authenticate: IAuthenticate = authorizeRequest;
}
