import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { addAddresses, type LockFile, nameOf } from '../scripts/lockAddresses.js';
import { isAlive, runNpm } from './processes';
import { Problem } from './problems';
import type { Progress } from './progress';

const INSTALL = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];

const REMOVE = { recursive: true, force: true, maxRetries: 3 };

/** The files that name every package to install; a change in them is another install. */
const FILES = ['package.json', 'package-lock.json', '.npmrc'];

const userCache = () =>
	process.env.XDG_CACHE_HOME ??
	{
		darwin: path.join(homedir(), 'Library', 'Caches'),
		win32: process.env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local'),
	}[process.platform as string] ??
	path.join(homedir(), '.cache');

/** Outside the clone, so that every clone and every fresh checkout shares it. */
const cacheFolder = () =>
	process.env.MERCHANT_HOST_CACHE ?? path.join(userCache(), 'n8n-nodes-merchant-services');

export interface Recipe {
	/** What the folder in the cache begins with. */
	name: string;
	/** Where its package.json, lock file and npm settings are. */
	folder: string;
	bytes: number;
	title: string;
	/** What else has to be done in the folder before it is whole. */
	finish?(building: string, progress: Progress): Promise<void>;
}

/** Where the packages of this lock file live on this machine, whether or not they are there yet. */
export function installedFolder({ name, folder }: Recipe): string {
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const file of FILES) hash.update(readFileSync(path.join(folder, file)));
	return path.join(cacheFolder(), `${name}-${hash.digest('hex').slice(0, 12)}`);
}

async function refuseWhenDiskIsFull(folder: string, needed: number): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= needed) return;
	const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
	throw new Problem(
		`What is to be installed needs about ${gigabytes(needed)} GB in ${path.dirname(folder)}, and only ${gigabytes(bavail * bsize)} GB are free there.`,
		'Free some space, or set MERCHANT_HOST_CACHE to a folder on another disk.',
	);
}

/** What an interrupted install left behind, unless its process still works on it. */
async function removeAbandonedBuilds(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		const builder = /\.building-(\d+)$/.exec(name)?.[1];
		if (builder && !isAlive(Number(builder))) {
			// An npm that outlived its parent may still be writing there; then the next start removes it.
			await rm(path.join(folder, name), REMOVE).catch(() => undefined);
		}
	}
}

async function addressesFor(folder: string): Promise<void> {
	const registry = await runNpm(['config', 'get', 'registry', '--silent'], { cwd: folder });
	const file = path.join(folder, 'package-lock.json');
	addAddresses(file, file, registry);
}

/** npm settings can leave packages out without an error. n8n would miss them much later. */
export function refuseIncomplete(folder: string): void {
	const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
	const missing = Object.entries((JSON.parse(lock) as LockFile).packages)
		.filter(([, { optional }]) => optional !== true)
		.filter(([place]) => !existsSync(path.join(folder, place)))
		.map(([place]) => nameOf(place));
	if (missing.length === 0) return;
	throw new Problem(
		`npm left out packages of the lock file (${missing.length}): ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
		'Check the settings of npm on this machine (npm config list), such as omit, and start again.',
	);
}

async function build(recipe: Recipe, building: string, progress: Progress): Promise<void> {
	await rm(building, REMOVE);
	await mkdir(building, { recursive: true });
	await refuseWhenDiskIsFull(building, recipe.bytes);
	for (const file of FILES) {
		await copyFile(path.join(recipe.folder, file), path.join(building, file));
	}
	await progress.step(recipe.title, async () => {
		await addressesFor(building);
		// Not npm ci: it refuses a lock file without the binaries of other platforms, which a registry may not have.
		// The npm that started us hands on the settings of this project, and they go before those of the folder.
		return await runNpm([...INSTALL, '--legacy-peer-deps=false'], { cwd: building });
	});
	refuseIncomplete(building);
	await recipe.finish?.(building, progress);
}

/** Installs the packages unless they are there already, and returns their folder. */
export async function installOnce(recipe: Recipe, progress: Progress): Promise<string> {
	const folder = installedFolder(recipe);
	if (existsSync(folder)) return folder;
	const parent = path.dirname(folder);
	await mkdir(parent, { recursive: true });
	await removeAbandonedBuilds(parent);
	const building = `${folder}.building-${process.pid}`;
	try {
		await build(recipe, building, progress);
		// Only a whole install ever gets the final name, so an interrupted one is never used.
		await rename(building, folder).catch((error: unknown) => {
			if (!existsSync(folder)) throw error;
		});
	} finally {
		await rm(building, REMOVE);
	}
	return folder;
}
