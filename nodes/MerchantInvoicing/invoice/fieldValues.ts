import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/invoice/fields';
import { valueAt } from '../../shared/invoice/fields';
import type { Problem } from '../../shared/problem';
import type { Place, Value } from './values';
import { isBlank, readValue, wireValue } from './values';

export type Values<Name extends string> = Partial<Record<Name, Value>>;
export type Entered<Name extends string> = Partial<Record<Name, unknown>>;

export const fieldNames = <Name extends string>(fields: Record<Name, Field>): Name[] =>
	Object.keys(fields) as Name[];

/** Reads what was entered, field by field; `keepText` is for text that is the service's own, to its last space. */
export function readFields<Name extends string>(
	fields: Record<Name, Field>,
	entered: Entered<Name>,
	place: Place = {},
	keepText = false,
): { values: Values<Name>; problems: Problem[] } {
	const values: Values<Name> = {};
	const problems: Problem[] = [];
	for (const name of fieldNames(fields)) {
		const raw = entered[name];
		if (isBlank(raw)) continue;
		const reading = readValue(fields[name], raw, place);
		const isKept = keepText && typeof raw === 'string';
		if (isKept && ('problems' in reading || fields[name].kind === 'text')) values[name] = raw;
		else if ('value' in reading) values[name] = reading.value;
		else problems.push(...reading.problems);
	}
	return { values, problems };
}

export function put(body: IDataObject, path: readonly string[], value: IDataObject[string]): void {
	let place = body;
	for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as IDataObject;
	place[path[path.length - 1]] = value;
}

export function writeFields<Name extends string>(
	fields: Record<Name, Field>,
	values: Values<Name>,
): IDataObject {
	const body: IDataObject = {};
	for (const name of fieldNames(fields)) {
		const value = values[name];
		if (value !== undefined) put(body, fields[name].path, wireValue(fields[name].kind, value));
	}
	return body;
}

export function pickFields<Name extends string>(
	fields: Record<Name, Field>,
	body: unknown,
): Entered<Name> {
	const picked: Entered<Name> = {};
	for (const name of fieldNames(fields)) {
		const { path, otherPath } = fields[name];
		picked[name] = valueAt(body, path) ?? (otherPath && valueAt(body, otherPath));
	}
	return picked;
}
