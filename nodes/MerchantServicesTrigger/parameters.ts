import type { IPollFunctions } from 'n8n-workflow';

/** Names separated by commas or lines, or a list from an expression. */
export function readList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.map(String) : readText(value).split(/[,\n]/);
	return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

export const readText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function readNumber(value: unknown, fallback: number): number {
	const number = Number(value ?? fallback);
	return Number.isFinite(number) ? number : fallback;
}

export const readCollection = (context: IPollFunctions, name: string): Record<string, unknown> =>
	context.getNodeParameter(name, {}) as Record<string, unknown>;
