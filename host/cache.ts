import path from 'node:path';
import { dependencies } from './package.json';
import { installedFolder, installOnce, type Recipe } from './cachedInstall';
import { nodeForN8n, refuseUnfitMachine } from './nodeForN8n';
import { runNpm, runToEnd } from './processes';
import type { Progress } from './progress';

const HOST: Recipe = {
	name: `n8n-${dependencies.n8n}`,
	folder: __dirname,
	bytes: 5_000_000_000,
	title: 'Downloading the pinned n8n and its Node (2.8 GB, about 5 minutes, once)',
	finish: makeRunnable,
};

/** Where the pinned n8n lives on this machine, whether or not it is there yet. */
export const hostFolder = (): string => installedFolder(HOST);

export const nodeBinary = (folder: string = hostFolder()): string => nodeForN8n(folder).binary;

export const n8nCommand = (folder: string = hostFolder()): string =>
	path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Its SQLite driver comes ready-made where its maker's server can be reached, and is compiled elsewhere. */
async function makeRunnable(folder: string, progress: Progress): Promise<void> {
	const { binary, headers } = nodeForN8n(folder);
	await progress.step('Preparing its SQLite driver (up to 3 minutes, once)', () =>
		runNpm(
			['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'],
			{
				cwd: folder,
				env: {
					...process.env,
					PATH: path.dirname(binary) + path.delimiter + (process.env.PATH ?? ''),
					npm_config_nodedir: headers,
					npm_config_jobs: 'max',
				},
			},
			binary,
		),
	);
	await progress.step('Checking that the pinned n8n runs', () =>
		runToEnd(binary, ['-e', 'require("sqlite3"); require("n8n-core")'], { cwd: folder }),
	);
}

/** Makes the pinned n8n ready to run, from nothing where need be, and returns its folder. */
export async function prepareHost(progress: Progress): Promise<string> {
	refuseUnfitMachine();
	return await installOnce(HOST, progress);
}
