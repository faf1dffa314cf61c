import type { IDataObject } from 'n8n-workflow';

/** An object with names and values: no list, and not null. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
