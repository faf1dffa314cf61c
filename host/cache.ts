import { cp } from 'node:fs/promises';
import path from 'node:path';
import { dependencies } from './package.json';
import { installedFolder, installOnce, type Recipe } from './cachedInstall';
import { nodeForN8n, refuseUnfitMachine } from './nodeForN8n';
import { runNpm, runToEnd } from './processes';
import type { Progress } from './progress';

const DRIVER = path.join('node_modules', 'sqlite3', 'build');

/** Apart from n8n, so that the driver is compiled while n8n is downloaded. */
const RUNTIME: Recipe = {
	name: 'n8n-runtime',
	folder: path.join(__dirname, 'runtime'),
	bytes: 500_000_000,
	title: 'Downloading the Node that runs n8n (once)',
	finish: compileDriver,
};

const HOST: Recipe = {
	name: `n8n-${dependencies.n8n}`,
	folder: __dirname,
	bytes: 5_000_000_000,
	title: 'Downloading the pinned n8n (2.8 GB, about 4 minutes, once)',
};

/** Where the pinned n8n lives on this machine, whether or not it is there yet. */
export const hostFolder = (): string => installedFolder(HOST);

export const nodeBinary = (): string => nodeForN8n(installedFolder(RUNTIME)).binary;

export const n8nCommand = (folder: string = hostFolder()): string =>
	path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/** n8n's SQLite driver comes ready-made where its maker's server can be reached, and is compiled elsewhere. */
async function compileDriver(folder: string, progress: Progress): Promise<void> {
	const { binary, headers } = nodeForN8n(folder);
	await progress.step("Preparing n8n's SQLite driver (up to 3 minutes, once)", () =>
		runNpm(
			['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'],
			{
				cwd: folder,
				env: {
					...process.env,
					PATH: path.dirname(binary) + path.delimiter + (process.env.PATH ?? ''),
					npm_config_nodedir: headers,
					npm_config_jobs: 'max',
					// Three fifths less work for the compiler. Nothing here needs a fast database.
					CFLAGS: '-O0',
				},
			},
			binary,
		),
	);
}

/** Makes the pinned n8n ready to run, from nothing where need be, and returns its folder. */
export async function prepareHost(progress: Progress): Promise<string> {
	refuseUnfitMachine();
	const runtime = installOnce(RUNTIME, progress);
	const finish = async (building: string) => {
		await cp(path.join(await runtime, DRIVER), path.join(building, DRIVER), { recursive: true });
		await progress.step('Checking that the pinned n8n runs', () =>
			runToEnd(nodeBinary(), ['-e', 'require("sqlite3"); require("n8n-core")'], { cwd: building }),
		);
	};
	const [host] = await Promise.all([installOnce({ ...HOST, finish }, progress), runtime]);
	return host;
}
