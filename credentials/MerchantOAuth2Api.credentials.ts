import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import {
	organizationField,
	otherNodesFields,
	placeFields,
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
		...placeFields,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{
					name: 'Authorization Code',
					value: 'authorizationCode',
					description: 'You log in with your provider once, and n8n renews the access',
				},
				{
					name: 'Client Credentials',
					value: 'clientCredentials',
					description: 'Nobody logs in: client ID and secret are enough',
				},
				{
					name: 'PKCE',
					value: 'pkce',
					description: 'As Authorization Code, with a proof that n8n itself asked',
				},
			],
			default: 'authorizationCode',
			description: 'How n8n gets its access tokens. Your provider says which one it offers.',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://auth.example.com/oauth2/authorize',
			description: 'Where you log in, as your provider gives it',
			displayOptions: WITH_USER,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://auth.example.com/oauth2/token',
			description: 'Where n8n gets and renews access tokens, as your provider gives it',
		},
		{
			displayName: 'Scope',
			name: 'requestedScope',
			type: 'string',
			default: '',
			description:
				'What n8n asks for, if your provider names scopes. Separate several with spaces.',
		},
		{
			// n8n keeps no scope that the user enters in a credential built on its own: it works out this one.
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
		...otherNodesFields,
	];
}
