import { watch } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { name } from '../package.json';
import { buildPackage, projectFolder, SOURCE_FOLDERS } from './packed';
import type { Progress } from './progress';

/** What n8n needs to load a package again when its files change, and to be debugged. */
export const DEVELOPMENT = { N8N_DEV_RELOAD: 'true', NODE_OPTIONS: '--inspect=9229' };

/** An editor writes a file in several steps. In milliseconds. */
const TOGETHER = 100;

/** Builds the package again whenever one of its files changes, and replaces the installed one. */
export function rebuildOnChange(userFolder: string, progress: Progress): void {
	const installed = path.join(userFolder, '.n8n', 'nodes', 'node_modules', name, 'dist');
	const rebuild = async () => {
		await buildPackage({ MERCHANT_DEV: 'true' });
		await cp(path.join(projectFolder, 'dist'), installed, { recursive: true });
	};
	let isStale = false;
	let isBuilding = false;
	const onChange = async () => {
		isStale = true;
		if (isBuilding) return;
		isBuilding = true;
		while (isStale) {
			await sleep(TOGETHER);
			isStale = false;
			// A mistake in the code is not the end: the next change may fix it.
			await progress.step('Building the changed package', rebuild).catch(console.error);
		}
		isBuilding = false;
	};
	// The packed one has no source maps.
	void onChange();
	for (const folder of SOURCE_FOLDERS) {
		watch(path.join(projectFolder, folder), { recursive: true }, () => void onChange());
	}
}
