import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import {
	organizationField,
	allowedDomainsFields,
	environmentFields,
} from '../nodes/shared/transport/credentialFields';

const WITH_USER = { show: { grantType: ['authorizationCode', 'pkce'] } };

export class MerchantOAuth2Api implements ICredentialType {
	name = 'merchantOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Merchant OAuth2 API';

	icon: Icon = { light: 'file:merchant.svg', dark: 'file:merchant.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-merchant-services/n8n-nodes-merchant-services/blob/main/docs/use/credential.md';

	properties: INodeProperties[] = [
		...environmentFields,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{
					name: 'Authorization Code',
					value: 'authorizationCode',
					description: 'You log in to your provider once, and n8n renews the access',
				},
				{
					name: 'Client Credentials',
					value: 'clientCredentials',
					description: 'Uses the client ID and secret. Nobody needs to log in.',
				},
				{
					name: 'PKCE',
					value: 'pkce',
					description: 'Like Authorization Code, with proof that n8n sent the request',
				},
			],
			default: 'authorizationCode',
			description: 'How n8n gets its access tokens. Your provider tells you which one to use.',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://auth.example.com/oauth2/authorize',
			description: 'The address from your provider where you log in',
			displayOptions: WITH_USER,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://auth.example.com/oauth2/token',
			description: 'The address from your provider where n8n gets and renews access tokens',
		},
		{
			displayName: 'Scope',
			name: 'requestedScope',
			type: 'string',
			default: '',
			description: 'The scopes from your provider, if it uses them. Separate scopes with spaces.',
		},
		{
			// n8n keeps no scope that the user enters in a credential built on its own: it calculates this one.
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: '={{ $self["requestedScope"] }}',
		},
		{
			displayName: 'Client Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{
					name: 'Body',
					value: 'body',
					description: 'Send client ID and secret in the body',
				},
				{
					name: 'Header',
					value: 'header',
					description: 'Send client ID and secret as Basic Auth header',
				},
			],
			default: 'header',
			description: 'How n8n sends the client secret to the access token URL',
		},
		organizationField,
		...allowedDomainsFields,
	];
}
