/** What may import what, as docs/develop/architecture.md says. */
import { readdirSync } from 'node:fs';

/** The folders of nodes/shared from the top down: each may use those of the rows below it. */
const LAYERS = [
	['content'],
	['spreadsheet'],
	['node', 'service'],
	['transport', 'report'],
	['catalog', 'period', 'invoice'],
];

/** Beyond the order of the rows: what a folder has no business with all the same. */
const NEVER = {
	content: ['service'],
	spreadsheet: ['service', 'transport', 'report'],
	service: ['report'],
	node: ['report'],
};

const foldersIn = (path) =>
	readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);

const unlisted = foldersIn('nodes/shared').filter((name) => !LAYERS.flat().includes(name));
if (unlisted.length > 0) {
	throw new Error(
		`eslint.walls.mjs does not say what nodes/shared/${unlisted.join(', ')} may import.`,
	);
}

/** Every folder of nodes/ but this one is a node, new ones too. */
const NODES = foldersIn('nodes').filter((name) => name !== 'shared');

/** These are plain TypeScript: they use n8n for its types only. */
const PLAIN = ['report', 'catalog', 'period', 'invoice'];

const forbidden = {
	folders: (names, message) => ({ regex: `/(${names.join('|')})(/|$)`, message }),
	n8n: {
		group: ['n8n-core', 'n8n-workflow'],
		allowTypeImports: true,
		message: 'This part is plain TypeScript: it may use n8n for types only.',
	},
	errors: {
		name: 'n8n-workflow',
		importNames: ['NodeApiError', 'NodeOperationError'],
		message:
			'Throw a Refusal or let a ServiceFailure through: shared/node makes the errors of n8n.',
		allowTypeImports: true,
	},
};

const lower = 'Imports go down one way: see docs/develop/architecture.md.';

const shared = LAYERS.flatMap((row, index) =>
	row.map((folder) => {
		const above = LAYERS.slice(0, index).flat();
		const beside = row.filter((other) => other !== folder && index < LAYERS.length - 1);
		const notAllowed = [...NODES, ...above, ...beside, ...(NEVER[folder] ?? [])];
		return {
			files: [`nodes/shared/${folder}/**/*.ts`],
			patterns: [
				forbidden.folders(notAllowed, lower),
				...(PLAIN.includes(folder) ? [forbidden.n8n] : []),
			],
			paths: folder === 'node' ? [] : [forbidden.errors],
		};
	}),
);

export const WALLS = [
	...shared,
	{
		files: ['nodes/shared/*.ts'],
		patterns: [forbidden.folders([...NODES, ...LAYERS.flat()], lower), forbidden.n8n],
		paths: [forbidden.errors],
	},
	...NODES.map((node) => ({
		files: [`nodes/${node}/**/*.ts`],
		patterns: [
			forbidden.folders(
				NODES.filter((other) => other !== node),
				'Nodes never import each other: what two of them use is in shared/.',
			),
			...(node === 'MerchantInvoicing'
				? [
						forbidden.folders(
							['shared/report', 'shared/content', 'shared/service/reporting\\w*'],
							'Invoicing speaks JSON only: it has nothing to do with reports.',
						),
					]
				: []),
		],
		paths: [forbidden.errors],
	})),
	{
		files: ['sandbox/**/*.ts'],
		patterns: [
			{
				regex: '/(nodes|credentials)(/|$)|^n8n-',
				message: 'The sandbox knows nothing of the nodes: a mistake must not be made twice.',
			},
		],
		paths: [],
	},
];

/** Only the transport sends requests. */
const REQUESTS = {
	selector:
		'MemberExpression:matches([object.property.name="helpers"], [object.name="helpers"]):matches([property.name=/^(httpRequest|request)/], [property.value=/^(httpRequest|request)/])',
	message: 'Only shared/transport sends requests.',
};

/** The rule for imports does not see these. */
const IMPORTS_AT_RUN_TIME = {
	selector: 'ImportExpression',
	message: 'Import at the top of the file: the package is one bundle.',
};

export const walls = [
	...WALLS.map(({ files, patterns, paths }) => ({
		files,
		rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns, paths }] },
	})),
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		ignores: ['nodes/shared/transport/**'],
		rules: {
			'no-restricted-syntax': ['error', REQUESTS, IMPORTS_AT_RUN_TIME],
			'no-restricted-globals': ['error', { name: 'fetch', message: REQUESTS.message }],
		},
	},
];
