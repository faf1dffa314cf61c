import type { IDataObject } from 'n8n-workflow';

/** An object with names and values: no list, and not null. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text without blanks around it; a number is an identifier written without quotes, anything else is none. */
export const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** What an expression leaves in a text when it finds no value, as in INV-undefined. */
const NO_VALUE =
	/(?<![\p{L}\d])(?:NaN|-?Infinity|undefined|\[object Object\]|Invalid Date(?:Time)?)(?![\p{L}\d])/u;

/** As a part of a number, null is nothing too. A customer may be called so. */
const NULL = /(?<![\p{L}\d])null(?![\p{L}\d])/u;

export const hasFailedExpression = (text: string): boolean =>
	NO_VALUE.test(text) || NULL.test(text);

export const isFailedExpression = (text: string): boolean =>
	NO_VALUE.exec(text)?.[0] === text.trim();
