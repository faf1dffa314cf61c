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
	statSync,
	symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { runNode, withDefaults } from '../support/engine';
import { startTestSandbox } from '../support/sandbox';

const root = resolve(__dirname, '../..');
const { name, n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
};

/** n8n loads a small file for each node, which loads the code of the nodes when it runs. */
const CODE = 'dist/nodes/code.js';
const bundles = [CODE, ...n8n.credentials];

let folder: string;
let installed: string;

/** Where the n8n lies that the package is loaded into. */
const engine = process.env.N8N_OLDEST ?? root;

/** What n8n itself brings for the nodes it loads. */
const PROVIDED_BY_N8N = ['n8n-workflow', 'luxon'];

/** esbuild writes above each file in the bundle where it came from. */
const librariesIn = (bundle: string): string[] => {
	const comments = readFileSync(join(installed, bundle), 'utf8').matchAll(
		/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm,
	);
	return [...new Set([...comments].map(([, library]) => library))].sort();
};

const escaped = (text: string) => text.replace(/[.()]/g, '\\$&');

/** The list of the build: name, version and license of each library. */
const listed = (): string[] =>
	readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
		.split(/^-{72}$/m)
		.map((entry) => entry.trim().split('\n')[0]);

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

	it('is small: 2 MB unpacked, without source maps', () => {
		const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
		expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
		const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
		expect(bytes).toBeLessThan(2_000_000);
	});

	it('holds every schema and icon of its sources', () => {
		const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' });
		for (const asset of sources.filter((file) => /\.(svg|json)$/.test(file))) {
			expect([asset, existsSync(join(installed, 'dist/nodes', asset))]).toEqual([asset, true]);
		}
	});

	it('brings the licenses of the libraries it holds, in full', () => {
		expect(listed().map((line) => line.split(' ')[0])).toEqual(librariesIn(CODE));
		const licenses = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
		for (const entry of licenses.split(/^-{72}$/m)) {
			expect(entry).toMatch(/Permission is hereby granted|Permission to use/);
			expect(entry).toContain('Copyright');
		}
	});

	it('has the libraries that SECURITY.md lists, with their versions and licenses', () => {
		const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');
		for (const line of listed()) {
			const [, name, version, license] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
			expect(security).toMatch(
				new RegExp(`\\| ${escaped(name)} +\\| ${escaped(version)} +\\| ${escaped(license)} +\\|`),
			);
		}
	});

	it('holds no library in the credentials', () => {
		for (const file of n8n.credentials) expect(librariesIn(file)).toEqual([]);
	});

	it('says for each node what its code says of itself, and loads that later', () => {
		const names = n8n.nodes.map((file) => basename(file, '.node.js'));
		const load = (path: string, node: string) =>
			new (required(path) as Record<string, new () => INodeType>)[node]();
		const code = join(installed, CODE);
		const fronts = n8n.nodes.map((file, at) => load(join(installed, file), names[at]));
		expect(code in require.cache).toBe(false);
		const functions = (of: INodeType) => ({
			runs: ['execute', 'poll'].filter((run) => run in of),
			methods: Object.entries(of.methods ?? {}).map(([kind, all]) => [kind, Object.keys(all)]),
		});
		for (const [at, front] of fronts.entries()) {
			const node = load(code, names[at]);
			expect(front.description).toEqual(node.description);
			expect(functions(front)).toEqual(functions(node));
		}
	});

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
