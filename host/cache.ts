import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isAlive, runToEnd } from './processes';
import { Problem } from './problems';
import type { Progress } from './progress';

/** The files that name every package of the host; a change in them is another host. */
const FILES = ['package.json', 'package-lock.json', '.npmrc'];
const NEEDED_BYTES = 5_000_000_000;
const OLDEST_NODE_OF_N8N = 24;

const read = (file: string) => readFileSync(path.join(__dirname, file));

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

/** Where the pinned n8n of this lock file lives on this machine, whether or not it is there yet. */
export function hostFolder(): string {
	const { dependencies } = JSON.parse(read('package.json').toString()) as {
		dependencies: { n8n: string };
	};
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const file of FILES) hash.update(read(file));
	return path.join(cacheFolder(), `n8n-${dependencies.n8n}-${hash.digest('hex').slice(0, 12)}`);
}

/** The folder of the Node that the host pins: its binary and the headers to compile with. */
function pinnedNode(folder: string): { binary: string; headers: string } | undefined {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const home = path.join(folder, 'node_modules', `node-${platform}-${process.arch}`);
	const binary = path.join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	return existsSync(binary) ? { binary, headers: home } : undefined;
}

/** The Node that runs n8n: the pinned one, or this machine's own where none is published for it. */
export function nodeBinary(folder: string = hostFolder()): string {
	const pinned = pinnedNode(folder);
	if (pinned) return pinned.binary;
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_OF_N8N) return process.execPath;
	throw new Problem(
		`n8n needs Node ${OLDEST_NODE_OF_N8N}, and there is no packaged one for ${process.platform} on ${process.arch}.`,
		`Install Node ${OLDEST_NODE_OF_N8N} or newer and run npm start with it.`,
	);
}

export const n8nCommand = (folder: string = hostFolder()): string =>
	path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Environment in which child processes find the host's Node first. */
export const withHostNode = (folder: string = hostFolder()): NodeJS.ProcessEnv => ({
	...process.env,
	PATH: path.dirname(nodeBinary(folder)) + path.delimiter + (process.env.PATH ?? ''),
});

async function refuseWhenDiskIsFull(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= NEEDED_BYTES) return;
	const free = ((bavail * bsize) / 1e9).toFixed(1);
	throw new Problem(
		`The pinned n8n needs about 5 GB in ${folder}, and only ${free} GB are free there.`,
		'Free some space, or set MERCHANT_HOST_CACHE to a folder on another disk.',
	);
}

/** What an interrupted install left behind, unless its process still works on it. */
async function removeAbandonedBuilds(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		const builder = /\.building-(\d+)$/.exec(name)?.[1];
		if (builder && !isAlive(Number(builder))) {
			await rm(path.join(folder, name), { recursive: true, force: true });
		}
	}
}

async function buildHost(building: string, progress: Progress): Promise<void> {
	await rm(building, { recursive: true, force: true });
	await mkdir(building, { recursive: true });
	await refuseWhenDiskIsFull(building);
	for (const file of FILES) await copyFile(path.join(__dirname, file), path.join(building, file));

	await progress.step(
		'Downloading the pinned n8n and its Node (2.8 GB, about 5 minutes, once)',
		() => runToEnd('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: building }),
	);
	await progress.step('Preparing its SQLite driver (up to 3 minutes, once)', () =>
		runToEnd('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
			cwd: building,
			env: {
				...withHostNode(building),
				npm_config_nodedir: pinnedNode(building)?.headers,
				npm_config_jobs: 'max',
			},
		}),
	);
	await progress.step('Checking that the pinned n8n runs', () =>
		runToEnd(nodeBinary(building), ['-e', 'require("sqlite3"); require("n8n-core")'], {
			cwd: building,
		}),
	);
}

/** Makes the pinned n8n ready to run, from nothing where need be, and returns its folder. */
export async function prepareHost(progress: Progress): Promise<string> {
	const folder = hostFolder();
	if (existsSync(folder)) return folder;
	const parent = path.dirname(folder);
	await mkdir(parent, { recursive: true });
	await removeAbandonedBuilds(parent);
	const building = `${folder}.building-${process.pid}`;
	try {
		await buildHost(building, progress);
		// Only a whole install ever gets the final name, so an interrupted one is never used.
		await rename(building, folder).catch((error: unknown) => {
			if (!existsSync(folder)) throw error;
		});
	} finally {
		await rm(building, { recursive: true, force: true });
	}
	return folder;
}
