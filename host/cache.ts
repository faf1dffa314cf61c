import { existsSync } from 'node:fs';
import path from 'node:path';
import { dependencies } from './package.json';
import { installedFolder, installOnce, type Recipe } from './cachedInstall';
import { Problem } from './problems';
import { runToEnd } from './processes';
import type { Progress } from './progress';

const OLDEST_NODE_OF_N8N = 24;

const HOST: Recipe = {
	name: `n8n-${dependencies.n8n}`,
	folder: __dirname,
	bytes: 5_000_000_000,
	title: 'Downloading the pinned n8n and its Node (2.8 GB, about 5 minutes, once)',
	finish: makeRunnable,
};

/** The Node that the host pins, where one is published: its binary, and the headers to compile with. */
function pinnedNode(folder: string): { binary: string; headers: string } | undefined {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const home = path.join(folder, 'node_modules', `node-${platform}-${process.arch}`);
	const binary = path.join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	return existsSync(binary) ? { binary, headers: home } : undefined;
}

/** Where the pinned n8n lives on this machine, whether or not it is there yet. */
export const hostFolder = (): string => installedFolder(HOST);

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

/** Its SQLite driver comes ready-made where its maker's server can be reached, and is compiled elsewhere. */
async function makeRunnable(folder: string, progress: Progress): Promise<void> {
	const node = nodeBinary(folder);
	await progress.step('Preparing its SQLite driver (up to 3 minutes, once)', () =>
		runToEnd('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
			cwd: folder,
			env: {
				...process.env,
				PATH: path.dirname(node) + path.delimiter + (process.env.PATH ?? ''),
				npm_config_nodedir: pinnedNode(folder)?.headers,
				npm_config_jobs: 'max',
			},
		}),
	);
	await progress.step('Checking that the pinned n8n runs', () =>
		runToEnd(node, ['-e', 'require("sqlite3"); require("n8n-core")'], { cwd: folder }),
	);
}

/** Makes the pinned n8n ready to run, from nothing where need be, and returns its folder. */
export const prepareHost = async (progress: Progress): Promise<string> =>
	await installOnce(HOST, progress);
