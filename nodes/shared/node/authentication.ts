import type { INodeProperties } from 'n8n-workflow';

/** Which credential a node uses. Workflows from before there was a choice use the first one. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Token or Key', value: 'tokenOrKey' },
	],
	default: 'tokenOrKey',
};
