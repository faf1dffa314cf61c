import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { shortenList } from '../problem';
import type { Transport } from '../transport/transport';
import { type Parameters, withCheckedChoices } from './parameters';

/** What `prepare` gets for an input item. */
export interface Item extends Parameters {
	context: IExecuteFunctions;
	index: number;
	/** The rows that become one result. The first one is this item. */
	group: readonly Item[];
	/** Every row of the run. */
	all: readonly Item[];
}

export interface ItemRun extends Item {
	transport: Transport;
}

/** Texts of an action in the editor. */
interface EditorTexts {
	/** In the list of operations: "Get Many". */
	name: string;
	/** In the node panel: "Get many invoices". */
	action: string;
	description: string;
	/** On the canvas, in at most 27 characters: "Get Many Invoices". */
	subtitle: string;
	/** Tells n8n's assistant when to choose this action over similar ones. */
	builderHint?: string;
}

export interface OperationDefinition<Plan> extends EditorTexts {
	fields: INodeProperties[];
	/** Rows with the same key become one result. Undefined if the row stays alone. */
	groupBy?: (item: Item) => string | undefined;
	/** Turns the fields into a plan, or refuses with all problems. It sends nothing. */
	prepare(item: Item): Plan;
	carryOut(plan: Plan, run: ItemRun): Promise<INodeExecutionData[]>;
	/** Only for an action that changes something: names what was done, such as an invoice number. */
	done?: (output: IDataObject) => string;
	/** Columns of the item for a failed row. */
	columns?: (item: Item) => IDataObject;
	/** Whether it does no harm when repeated. Then the others continue if the service refuses a row. */
	isRepeatable?: (item: Item) => boolean;
}

/** An action as the loop sees it. */
export interface Operation extends Omit<OperationDefinition<never>, 'prepare' | 'carryOut'> {
	prepare(item: Item): (run: ItemRun) => Promise<INodeExecutionData[]>;
}

export const defineOperation = <Plan>(action: OperationDefinition<Plan>): Operation => ({
	...action,
	prepare(item) {
		const [first, ...others] = item.group.map((row) => ({
			...row,
			...withCheckedChoices(action.fields, row),
		}));
		const plan = action.prepare(Object.assign(first, { group: [first, ...others] }));
		return async (run) => await action.carryOut(plan, run);
	},
});

export interface Resource {
	name: string;
	value: string;
	description?: string;
	/** The operation that a new node starts with. */
	default: string;
	/** By the value that workflows save. */
	operations: Record<string, Operation>;
}

/** ["3-5", "9"]: people count rows from 1, and `indexes` from 0. */
function ranges(indexes: readonly number[]): string[] {
	const found: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const range = found.at(-1);
		if (range !== undefined && range[1] === index - 1) range[1] = index;
		else found.push([index, index]);
	}
	return found.map(([first, last]) =>
		first === last ? `${first + 1}` : `${first + 1}-${last + 1}`,
	);
}

/** The column `row` of an output: 3, or "3-5" if it comes from several rows. */
export function rowColumn({ group }: Item): number | string {
	const indexes = group.map(({ index }) => index);
	return indexes.length === 1 ? indexes[0] + 1 : ranges(indexes).join(', ');
}

/** In characters: thousands of rows can fail for one reason. */
const MAX_ROWS_LENGTH = 200;

/** "row 3", "rows 3-5" */
export const rowsInWords = (indexes: readonly number[]): string =>
	`row${indexes.length > 1 ? 's' : ''} ${shortenList(ranges(indexes), MAX_ROWS_LENGTH).join(', ')}`;

export const groupRowsInWords = ({ group }: Item): string =>
	rowsInWords(group.map(({ index }) => index));

const FIELD_OF_ITEM = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*)+) *\}\}$/;

/** Only n8n can evaluate it. */
const OTHER = Symbol('other expression');

/**
 * Reading fields through n8n takes most of a small action's time, so two kinds are read without it: a field without an
 * expression is read once for all items, and `{{ $json.field }}` with text, a number or a boolean comes from the item.
 */
export class ParameterReader {
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

	of(index: number): Parameters['parameter'] {
		const { json } = this.items[index];
		const own = new Map<string, unknown>();
		return (name, fallback, options) => {
			const entered = this.entered[name];
			if (entered === undefined && fallback !== undefined) return fallback;
			const key = options?.extractValue === true ? `${name} extracted` : name;
			const isOwn = this.withExpressions.has(name);
			const values = isOwn ? own : this.constants;
			if (!values.has(key)) {
				const value = isOwn && options === undefined ? valueFor(json, entered) : OTHER;
				const read = () => this.context.getNodeParameter(name, index, fallback, options) as unknown;
				values.set(key, value === OTHER ? read() : value);
			}
			return isOwn ? values.get(key) : valueFor(json, values.get(key));
		};
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** Returns a copy, as n8n does, so that no item changes the values of others. */
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
		// n8n decides what names such as "constructor" may read.
		if (typeof value !== 'object' || value === null || name in Object.prototype) return OTHER;
		value = (value as IDataObject)[name];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : OTHER;
}
