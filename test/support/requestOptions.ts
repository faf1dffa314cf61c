import type { IDataObject } from 'n8n-workflow';

/** The Retry option, without the pauses that a test would have to wait for. */
export const retry = (settings: { attempts?: number; pause?: number } = {}): IDataObject => ({
	retry: { settings: { pause: 1, ...settings } },
});

export const responseLimits = (settings: { timeout?: number; maxSize?: number }): IDataObject => ({
	responseLimits: { settings },
});
