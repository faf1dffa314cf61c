// npm run bench: measures reports of 200 MB to 2 GB and 1,000 invoices against n8n's own nodes, in the
// pinned n8n, and the sandbox by itself.
// npm run bench -- --smoke: checks 10 MB in every mode, with the project's own packages, for CI.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWhenNeeded, root } from './install.mjs';

await installWhenNeeded();
const { build } = await import('esbuild');
const isSmoke = process.argv.includes('--smoke');

/** The Node and the n8n to measure with. */
async function findRuntime() {
	if (isSmoke) return { node: process.execPath, version: process.version, host: root };
	const { nodeBinary, prepareHost, Progress } = await import('./host.mjs');
	const host = await prepareHost(new Progress());
	const node = nodeBinary(host);
	return { node, version: execFileSync(node, ['--version']).toString().trim(), host };
}

const folder = mkdtempSync(join(tmpdir(), 'merchant-services-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

await build({
	entryPoints: ['main', 'measure'].map((name) => join(root, 'test', 'bench', `${name}.ts`)),
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
const runtime = { ...(await findRuntime()), program: join(folder, 'measure.cjs') };
const options = isSmoke ? ['--smoke'] : [];

/** Runs one bench to its end and tells whether it reached its goals; the others run all the same. */
const reachesGoals = (args, env = {}) =>
	spawnSync(process.execPath, args, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ...env },
	}).status === 0;

const results = [
	reachesGoals([join(folder, 'main.cjs'), JSON.stringify(runtime), root, ...options], {
		NODE_PATH: join(root, 'node_modules'),
	}),
];
if (!isSmoke) {
	for (const name of ['invoicing', 'sandbox']) {
		results.push(reachesGoals(['--import', 'tsx', `test/bench/${name}.ts`]));
	}
}
process.exitCode = results.every(Boolean) ? 0 : 1;
