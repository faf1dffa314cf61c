import path from 'node:path';
import { installOnce } from './cachedInstall';
import type { Progress } from './progress';

/** Makes the oldest engine that we claim to run in ready for tests, and returns its folder. */
export const prepareOldest = async (progress: Progress): Promise<string> =>
	await installOnce(
		{
			name: 'n8n-core-oldest',
			folder: path.join(__dirname, 'oldest'),
			bytes: 500_000_000,
			title: 'Downloading the oldest engine of n8n that we support (once)',
		},
		progress,
	);
