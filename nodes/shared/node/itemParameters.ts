import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Parameters } from './parameters';

const FIELD_OF_ITEM = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*)+) *\}\}$/;

/** What only n8n can read. */
const OTHER = Symbol('other expression');

/**
 * Reads the fields of a node for many items. n8n takes most of a small action's time to read them, so two
 * kinds are read without it: what has no expression is the same for every item and is read once, and
 * `{{ $json.field }}` with plain text, a number or a boolean in it is taken from the item itself.
 */
export class ItemParameters {
	private readonly entered: Record<string, unknown>;
	private readonly items: ReadonlyArray<{ json: IDataObject }>;
	private readonly withExpressions: ReadonlySet<string>;
	private readonly constants = new Map<string, unknown>();

	constructor(private readonly context: IExecuteFunctions) {
		this.entered = context.getNode().parameters;
		this.items = context.getInputData();
		const names = Object.keys(this.entered);
		this.withExpressions = new Set(names.filter((name) => holdsExpression(this.entered[name])));
	}

	/** For one item: what a field holds, or the fallback where it is not shown. */
	of(index: number): Parameters['parameter'] {
		const { json } = this.items[index];
		return (name, fallback, options) => {
			const entered = this.entered[name];
			if (entered === undefined && fallback !== undefined) return fallback;
			const read = () => this.context.getNodeParameter(name, index, fallback, options) as unknown;
			if (this.withExpressions.has(name)) {
				const value = options === undefined ? valueFor(json, entered) : OTHER;
				return value === OTHER ? read() : value;
			}
			const key = options?.extractValue === true ? `${name} extracted` : name;
			if (!this.constants.has(key)) this.constants.set(key, read());
			return valueFor(json, this.constants.get(key));
		};
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** A copy, as n8n gives one too: what one item does with it must not reach the others. */
function valueFor(json: IDataObject, entered: unknown): unknown {
	if (typeof entered === 'string')
		return entered.startsWith('=') ? fieldOf(json, entered) : entered;
	if (typeof entered !== 'object' || entered === null) return entered;
	const values = Object.values(entered).map((value) => valueFor(json, value));
	if (values.includes(OTHER)) return OTHER;
	if (Array.isArray(entered)) return values;
	return Object.fromEntries(Object.keys(entered).map((name, index) => [name, values[index]]));
}

function fieldOf(json: IDataObject, expression: string): unknown {
	const path = FIELD_OF_ITEM.exec(expression)?.[1].slice(1).split('.') ?? [];
	let value: unknown = json;
	for (const name of path) {
		// Names such as "constructor" are for n8n to judge.
		if (typeof value !== 'object' || value === null || name in Object.prototype) return OTHER;
		value = (value as IDataObject)[name];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : OTHER;
}
