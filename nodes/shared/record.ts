import type { IDataObject } from 'n8n-workflow';

/** An object with names and values: no list, and not null. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text without blanks around it; a number is an identifier written without quotes, anything else is none. */
export const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** What an expression leaves in a text when it finds no value. */
const NO_VALUE = /NaN|-?Infinity|undefined|\[object Object\]|Invalid Date(?:Time)?/;

const WHOLE = new RegExp(`^(?:${NO_VALUE.source})$`);
const WITHIN = new RegExp(`(?<![\\p{L}\\d])(?:${NO_VALUE.source})(?![\\p{L}\\d])`, 'u');

export const isFailedExpression = (text: string): boolean => WHOLE.test(text.trim());

/** As in INV-undefined. */
export const hasFailedExpression = (text: string): boolean => WITHIN.test(text);
