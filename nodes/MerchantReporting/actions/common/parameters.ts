import type { IDataObject } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';

/** The value of a field for the item at hand. */
export const read = <T>({ parameter }: ItemRun, name: string, fallback?: T): T =>
	parameter(name, fallback) as T;

export const readFlag = (run: ItemRun, name: string, fallback: boolean): boolean =>
	read<boolean>(run, name, fallback);

/** Text, whatever an expression gave: a number is an identifier written without quotes. */
export const readText = (run: ItemRun, name: string): string => given(read(run, name, '')) ?? '';

/** What was picked from a list or typed, without how it was picked. */
export const readPicked = ({ parameter }: ItemRun, name: string): string =>
	given(parameter(name, '', { extractValue: true })) ?? '';

export const readOptions = (run: ItemRun): IDataObject => read(run, 'options', {});

export const readOrganizationId = (run: ItemRun): string =>
	given(readOptions(run).organizationId) ?? '';

/** A value to send, or nothing where the user left it empty or chose "any". */
export const given = (value: unknown): string | undefined => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return text === '' ? undefined : text;
};
