import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { runNode, withDefaults } from '../support/engine';
import { startTestSandbox } from '../support/sandbox';

const root = resolve(__dirname, '../..');
const { name, n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
};

/** n8n loads a small file for each node, which loads the node's code when it runs. */
const codeOf = (file: string) => file.replace(/\.node\.js$/, '.code.js');
const bundles = [...n8n.nodes.map(codeOf), ...n8n.credentials];

let folder: string;
let installed: string;

/** Where the n8n lies that the package is loaded into. */
const engine = process.env.N8N_OLDEST ?? root;

/** What n8n itself brings for the nodes it loads. */
const PROVIDED_BY_N8N = ['n8n-workflow', 'luxon'];

const XML_READER = [
	'@nodable/entities',
	'anynum',
	'fast-xml-parser',
	'is-unsafe',
	'path-expression-matcher',
	'strnum',
	'xml-naming',
];

/** What each bundle may hold: only what can come in XML or zipped, or go out as a workbook, brings the libraries for it. */
const LIBRARIES = {
	'MerchantReporting.code': [...XML_READER, 'fflate', 'lossless-json', 'pako'].sort(),
	'MerchantServicesTrigger.code': [...XML_READER, 'fflate', 'pako'].sort(),
	'MerchantInvoicing.code': ['fflate', 'lossless-json'],
	'MerchantApi.credentials': [],
	'MerchantOAuth2Api.credentials': [],
};

/** By the source map, which names every file in the bundle. */
function librariesIn(bundle: string): string[] {
	const { sources } = JSON.parse(readFileSync(join(installed, `${bundle}.map`), 'utf8')) as {
		sources: string[];
	};
	const libraries = sources.flatMap(
		(source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
	);
	return [...new Set(libraries)].sort();
}

/** What is packed is CommonJS, and n8n loads it so. */
const required = (path: string): Record<string, unknown> =>
	createRequire(__filename)(path) as Record<string, unknown>;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'merchant-services-packed-'));
	execFileSync('node', [join(root, 'node_modules/gulp/bin/gulp.js'), '--silent', 'build'], {
		cwd: root,
	});
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
	const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
	const modules = join(folder, 'node_modules');
	installed = join(modules, name);
	mkdirSync(installed, { recursive: true });
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
	for (const module of PROVIDED_BY_N8N) {
		symlinkSync(join(engine, 'node_modules', module), join(modules, module));
	}
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
	it('loads with n8n’s own package loader from a folder that holds nothing else', async () => {
		const loader = new PackageDirectoryLoader(installed);
		await loader.loadAll();
		expect(Object.keys(loader.nodeTypes).sort()).toEqual([
			'merchantInvoicing',
			'merchantReporting',
			'merchantServicesTrigger',
		]);
		expect(Object.keys(loader.credentialTypes)).toEqual(['merchantApi', 'merchantOAuth2Api']);
		for (const { type } of Object.values(loader.nodeTypes)) {
			const { description } = 'nodeVersions' in type ? type : type;
			expect(description.iconUrl).toEqual({
				light: expect.stringMatching(/\.svg$/),
				dark: expect.stringMatching(/\.svg$/),
			});
			expect(description.codex?.categories).toContain('Finance & Accounting');
		}
	});

	it('needs nothing at run time but what n8n and Node provide', () => {
		for (const file of bundles) {
			const required = readFileSync(join(installed, file), 'utf8').matchAll(
				/\brequire\("([^"]+)"\)/g,
			);
			for (const [, module] of required) {
				expect([...PROVIDED_BY_N8N, 'crypto']).toContain(module);
			}
		}
	});

	it('holds a source map, and every schema and icon of its sources', () => {
		for (const file of bundles) expect(existsSync(join(installed, `${file}.map`))).toBe(true);
		const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' });
		for (const asset of sources.filter((file) => /\.(svg|json)$/.test(file))) {
			expect([asset, existsSync(join(installed, 'dist/nodes', asset))]).toEqual([asset, true]);
		}
	});

	it('brings the licenses of the libraries it holds', () => {
		const licenses = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
		const held = new Set(bundles.flatMap(librariesIn));
		expect(held).toContain('pako');
		for (const library of held) expect(licenses).toContain(`${library} `);
		expect(licenses).toContain('Permission is hereby granted');
	});

	it.each(Object.entries(LIBRARIES))(
		'holds in %s no library that it does not need',
		(file, allowed) => {
			const bundle = bundles.find((path) => path.endsWith(`/${file}.js`))!;
			expect(librariesIn(bundle)).toEqual(allowed);
		},
	);

	it.each(n8n.nodes)(
		'says in %s what the node’s code says of itself, and loads that later',
		(file) => {
			const load = (path: string) => {
				const [[, Node]] = Object.entries(required(path) as Record<string, new () => INodeType>);
				return new Node();
			};
			const front = load(join(installed, file));
			const code = join(installed, codeOf(file));
			expect(Object.keys(require.cache)).not.toContain(code);
			const node = load(code);
			expect(front.description).toEqual(node.description);
			const functions = (of: INodeType) => ({
				runs: ['execute', 'poll'].filter((run) => run in of),
				methods: Object.entries(of.methods ?? {}).map(([kind, all]) => [kind, Object.keys(all)]),
			});
			expect(functions(front)).toEqual(functions(node));
		},
	);

	it('runs the code behind what n8n loads', async () => {
		const sandbox = await startTestSandbox();
		const { MerchantReporting } = required(installed) as { MerchantReporting: new () => INodeType };
		const node = new MerchantReporting();
		const parameters = withDefaults(node, { resource: 'reportDefinition', operation: 'getAll' });
		const { address, token } = sandbox;
		const { items, error } = await runNode({ node, parameters, address, token });
		await sandbox.stop();
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(10);
	});

	it('names every class from its entry point', () => {
		expect(Object.keys(required(installed)).sort()).toEqual([
			'MerchantApi',
			'MerchantInvoicing',
			'MerchantOAuth2Api',
			'MerchantReporting',
			'MerchantServicesTrigger',
		]);
	});
});
