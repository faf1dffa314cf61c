import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Parameters } from './parameters';

const FIELD_OF_ITEM = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*)+) *\}\}$/;

/**
 * Reads the fields of a node for many items. n8n takes most of a small action's time to read them, so two
 * kinds are read without it: what has no expression is the same for every item and is read once, and
 * `{{ $json.field }}` with plain text, a number or a boolean in it is taken from the item itself.
 */
export class ItemParameters {
	private readonly entered: Record<string, unknown>;
	private readonly items: ReadonlyArray<{ json: IDataObject }>;
	/** The fields with an expression, and where in the item the value is, if that is all it says. */
	private readonly expressions = new Map<string, string[] | undefined>();
	private readonly constants = new Map<string, unknown>();

	constructor(private readonly context: IExecuteFunctions) {
		this.entered = context.getNode().parameters;
		this.items = context.getInputData();
		for (const [name, value] of Object.entries(this.entered)) {
			if (holdsExpression(value)) this.expressions.set(name, pathInItem(value));
		}
	}

	/** For one item: what a field holds, or the fallback where it is not shown. */
	of(index: number): Parameters['parameter'] {
		return (name, fallback, options) => {
			if (this.entered[name] === undefined && fallback !== undefined) return fallback;
			const read = () => this.context.getNodeParameter(name, index, fallback, options) as unknown;
			if (this.expressions.has(name)) {
				const path = options === undefined ? this.expressions.get(name) : undefined;
				return (path && plainValueAt(this.items[index].json, path)) ?? read();
			}
			const key = `${name} ${options?.extractValue === true}`;
			if (!this.constants.has(key)) this.constants.set(key, read());
			const value = this.constants.get(key);
			// A copy, as n8n gives one too: what one item does with it must not reach the others.
			return typeof value === 'object' ? structuredClone(value) : value;
		};
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

const pathInItem = (value: unknown): string[] | undefined =>
	typeof value === 'string' ? FIELD_OF_ITEM.exec(value)?.[1].slice(1).split('.') : undefined;

function plainValueAt(json: IDataObject, path: readonly string[]): unknown {
	let value: unknown = json;
	for (const name of path) {
		// Names such as "constructor" are for n8n to judge.
		if (typeof value !== 'object' || value === null || name in Object.prototype) return undefined;
		value = (value as IDataObject)[name];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}
