import type { IDataObject } from 'n8n-workflow';

/** How often to try, without the pauses that a test would have to wait for. */
export const retry = (settings: { attempts?: number; pause?: number } = {}): IDataObject => ({
	pause: 1,
	...settings,
});
