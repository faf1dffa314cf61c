import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm, runToEnd } from './processes';

export const projectFolder = path.resolve(__dirname, '..');
const STAMP = '.installed-package';
/** All that the package is made of; the lock file stands for the libraries. */
export const SOURCE_FOLDERS = ['nodes', 'credentials'];
const FILES = ['package.json', 'package-lock.json', 'gulpfile.js', 'README.md', 'LICENSE'];

export async function sourceHash(project: string): Promise<string> {
	const hash = createHash('sha256');
	const inFolder = async (name: string) => {
		const entries = await readdir(path.join(project, name), {
			recursive: true,
			withFileTypes: true,
		});
		const files = entries.filter((entry) => entry.isFile());
		return files.map((file) => path.join(file.parentPath, file.name)).sort();
	};
	const inFolders = (await Promise.all(SOURCE_FOLDERS.map(inFolder))).flat();
	for (const file of [...FILES.map((name) => path.join(project, name)), ...inFolders]) {
		hash.update(file).update(await readFile(file));
	}
	return hash.digest('hex').slice(0, 12);
}

export async function buildPackage(env: NodeJS.ProcessEnv = {}): Promise<void> {
	const gulp = path.join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await runToEnd(process.execPath, [gulp, 'build'], {
		cwd: projectFolder,
		env: { ...process.env, ...env },
	});
}

/** Builds and packs the project, and returns the tarball, as it would be published. The same is not made twice. */
export async function packPackage(): Promise<string> {
	const packs = path.join(projectFolder, 'test', 'output', 'packs');
	const output = path.join(packs, await sourceHash(projectFolder));
	const packed = existsSync(output) ? (await readdir(output)).at(0) : undefined;
	if (packed !== undefined) return path.join(output, packed);
	await buildPackage();
	// Only a whole tarball gets the final name, so one whose packing was interrupted is never used.
	const making = `${output}.making`;
	await rm(packs, { recursive: true, force: true });
	await mkdir(making, { recursive: true });
	const printed = await runNpm(['pack', '--pack-destination', making], { cwd: projectFolder });
	await rename(making, output);
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
