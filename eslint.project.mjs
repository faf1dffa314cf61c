// Our rules. eslint.config.mjs has to stay as n8n made it: its verification accepts no other.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { walls } from './eslint.walls.mjs';

export default defineConfig(
	globalIgnores(['dist', 'coverage', 'test/output', '**/node_modules']),

	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/explicit-module-boundary-types': 'error',
			'@typescript-eslint/no-unnecessary-condition': 'error',
			'@typescript-eslint/no-unnecessary-type-assertion': 'error',
			'@typescript-eslint/prefer-nullish-coalescing': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// Handlers and overridden methods have to be async by their type, whether or not they wait.
			'@typescript-eslint/require-await': 'off',
			eqeqeq: 'error',
			'no-console': 'error',
		},
	},

	{
		files: ['package.json', 'nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{
		files: ['**/*.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['**/*.{ts,json}'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
	},
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// The next two are replaced by stricter rules of the community plugin, as in n8n's own scan.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// The next three are off in n8n's own scan: connection types may be enums, and the service has maximum limits.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},

	...walls,
	{
		files: ['test/**/*.ts'],
		rules: {
			// jest's matchers inside an expected value are typed as any.
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-argument': 'off',
		},
	},
	{
		files: ['sandbox/**/*.ts', 'scripts/**/*.ts', 'host/**/*.ts', 'test/**/*.ts'],
		rules: { 'no-console': 'off' },
	},
);
