import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

/** As much of JSON Schema as n8n's output preview reads. */
export interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	/** Of the format, in the outermost only. */
	version?: number;
}

const typeOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

function ofValues(values: readonly unknown[]): Schema {
	const known = values.filter((value) => value !== null && value !== undefined);
	const types = [...new Set(known.map(typeOf))];
	// What is sometimes one and sometimes another is text to the preview, as in a spreadsheet.
	const [type = 'string'] = types.length > 1 ? ['string'] : types;
	if (type === 'array') return { type, items: ofValues(known.flat()) };
	return type === 'object' ? ofObjects(known as IDataObject[]) : { type };
}

/** The preview of what was really put out: every field that any item has, in the order they came. */
export const previewOf = (output: readonly IDataObject[]): Schema => ({
	...ofObjects(output),
	version: 1,
});

function ofObjects(objects: readonly IDataObject[]): Schema {
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	const properties = names.map((name) => [name, ofValues(objects.map((object) => object[name]))]);
	return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}

export class SchemaFolder {
	private readonly folder: string;

	constructor(node: string) {
		this.folder = join(__dirname, '../../../nodes', node, '__schema__/v1.0.0');
	}

	/** "resource/operation" of every file. */
	get names(): string[] {
		return readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.json'))
			.map((file) => file.replace(/\.json$/, '').replaceAll('\\', '/'))
			.sort();
	}

	read(name: string): unknown {
		const file = this.fileOf(name);
		return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
	}

	write(name: string, schema: Schema): void {
		const file = this.fileOf(name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}

	remove(name: string): void {
		rmSync(this.fileOf(name));
	}

	private fileOf(name: string): string {
		return join(this.folder, `${name}.json`);
	}
}
