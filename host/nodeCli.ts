import path from 'node:path';
import { installOnce } from './cachedInstall';
import type { Progress } from './progress';

/** Makes n8n's command line for community packages ready, and returns its folder. */
export const prepareNodeCli = async (progress: Progress): Promise<string> =>
	await installOnce(
		{
			name: 'n8n-node-cli',
			folder: path.join(__dirname, 'nodeCli'),
			bytes: 400_000_000,
			title: "Downloading n8n's lint for community packages (once)",
		},
		progress,
	);
