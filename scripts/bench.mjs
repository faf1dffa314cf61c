// npm run bench: reports of 200 MB to 2 GB, 1,000 invoices and the loading of the nodes against n8n's own nodes, in the
// pinned n8n, and the time that odd text takes.
// npm run bench -- --linear: one part only, or several.
// npm run bench -- --smoke: checks 10 MB in every mode and odd text, with the project's own packages, for CI.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWhenNeeded, root } from './install.mjs';

await installWhenNeeded();
const { build } = await import('esbuild');

/** Bundled, as source maps make every error that n8n's libraries build and drop expensive. */
const BUNDLED = ['reports', 'invoices', 'smoke'];
const PARTS = ['reports', 'invoices', 'loading', 'linear'];

const isGiven = (name) => process.argv.includes(`--${name}`);
const isSmoke = isGiven('smoke');

function chosenParts() {
	if (isSmoke) return ['smoke', 'linear'];
	const named = PARTS.filter(isGiven);
	return named.length === 0 ? PARTS : named;
}

const parts = chosenParts();
const bundled = BUNDLED.filter((name) => parts.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'merchant-services-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const env = { ...process.env, BENCH_PARTS: join(folder, 'parts') };
mkdirSync(env.BENCH_PARTS);

/** The Node and the n8n to measure with. */
async function findRuntime() {
	if (isSmoke) return { node: process.execPath, version: process.version, host: root };
	const { nodeBinary, prepareHost, Progress } = await import('./host.mjs');
	const host = await prepareHost(new Progress());
	const node = nodeBinary();
	return { node, version: execFileSync(node, ['--version']).toString().trim(), host };
}

async function bundle() {
	await build({
		entryPoints: ['measure', ...bundled].map((name) => join(root, 'test', 'bench', `${name}.ts`)),
		outdir: folder,
		outExtension: { '.js': '.cjs' },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		logLevel: 'warning',
		external: [
			...['n8n-core', 'n8n-workflow', '@n8n/di', '@n8n/backend-common'],
			...['luxon', 'reflect-metadata'],
		],
	});
	return { ...(await findRuntime()), program: join(folder, 'measure.cjs') };
}

const run = (args, more = {}) =>
	spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } });

const runScript = (name, args) => run(['--import', 'tsx', `test/bench/${name}.ts`, ...args]);

const runtime = bundled.length > 0 && JSON.stringify(await bundle());
let hasFailed = false;
for (const name of parts) {
	console.log(`\n${name}`);
	const { status } = bundled.includes(name)
		? run([join(folder, `${name}.cjs`), runtime], {
				NODE_PATH: join(root, 'node_modules'),
				// The certificate of the tests is nobody's.
				...(name === 'invoices' && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
			})
		: runScript(name, []);
	hasFailed ||= status !== 0;
}
const { status } = runScript('oneTable', parts);
process.exitCode = hasFailed || status !== 0 ? 1 : 0;
