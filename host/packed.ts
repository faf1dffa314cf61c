import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm, runToEnd } from './processes';

export const projectFolder = path.resolve(__dirname, '..');
const STAMP = '.installed-package';

/** Builds and packs the project, and returns the tarball, as it would be published. */
export async function packPackage(): Promise<string> {
	const output = path.join(projectFolder, 'test', 'output');
	await mkdir(output, { recursive: true });
	const gulp = path.join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await runToEnd(process.execPath, [gulp, 'build'], { cwd: projectFolder });
	const printed = await runNpm(['pack', '--pack-destination', output], { cwd: projectFolder });
	const tarball = printed.trim().split('\n').at(-1) ?? '';
	return path.join(output, tarball.trim());
}

/** Installs the tarball where a user's n8n keeps its community packages; the same one is not installed twice. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n', 'nodes');
	const stamp = path.join(folder, STAMP);
	const hash = createHash('sha256')
		.update(await readFile(tarball))
		.digest('hex');
	if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(
		path.join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	await runNpm(
		['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', tarball],
		{ cwd: folder },
	);
	await writeFile(stamp, hash);
}
