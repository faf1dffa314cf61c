// npm run bench: measures reports of 200 MB to 2 GB and 1,000 invoices against n8n's own nodes, in the
// pinned n8n, and the sandbox by itself.
// npm run bench -- --invoices: the 1,000 invoices only.
// npm run bench -- --loop: a report of 1 GB, batch after batch, in the real n8n.
// npm run bench -- --scale: what a poll of the trigger takes with a million invoices or 10,000 reports a day.
// npm run bench -- --smoke: checks 10 MB in every mode, with the project's own packages, for CI.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWhenNeeded, root } from './install.mjs';

await installWhenNeeded();
const { build } = await import('esbuild');
const isSmoke = process.argv.includes('--smoke');
const isInvoicesOnly = process.argv.includes('--invoices');

/** What is measured by itself, without the bundled programs. */
const ALONE = ['loop', 'scale'].filter((name) => process.argv.includes(`--${name}`));

/** The Node and the n8n to measure with. */
async function findRuntime() {
	if (isSmoke) return { node: process.execPath, version: process.version, host: root };
	const { nodeBinary, prepareHost, Progress } = await import('./host.mjs');
	const host = await prepareHost(new Progress());
	const node = nodeBinary(host);
	return { node, version: execFileSync(node, ['--version']).toString().trim(), host };
}

/** Runs one bench to its end and tells whether it reached its goals; the others run all the same. */
const reachesGoals = (args, env = {}) =>
	spawnSync(process.execPath, args, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ...env },
	}).status === 0;

const reachesGoalsAlone = (name, ...args) =>
	reachesGoals(['--import', 'tsx', `test/bench/${name}.ts`, ...args]);

if (ALONE.length > 0)
	process.exit(ALONE.map((name) => reachesGoalsAlone(name)).every(Boolean) ? 0 : 1);

const folder = mkdtempSync(join(tmpdir(), 'merchant-services-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

await build({
	entryPoints: ['main', 'measure', 'invoicing'].map((name) =>
		join(root, 'test', 'bench', `${name}.ts`),
	),
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

/** Without source maps, which make every error that n8n's libraries build and drop expensive. */
const reachesGoalsBundled = (name, ...args) =>
	reachesGoals([join(folder, `${name}.cjs`), ...args], { NODE_PATH: join(root, 'node_modules') });

const results = [];
if (!isInvoicesOnly) {
	results.push(reachesGoalsBundled('main', JSON.stringify(runtime), root, ...options));
}
if (!isSmoke) results.push(reachesGoalsBundled('invoicing', runtime.host));
if (!isSmoke && !isInvoicesOnly) {
	results.push(reachesGoalsAlone('sandbox'), reachesGoalsAlone('loop'));
}
if (!isInvoicesOnly) results.push(reachesGoalsAlone('scale', ...options));
process.exitCode = results.every(Boolean) ? 0 : 1;
