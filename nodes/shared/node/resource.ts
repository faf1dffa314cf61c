import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Transport } from '../transport/transport';
import { hasChoices, readChoices } from './choices';
import { byName, showFor } from './fields';
import type { Parameters } from './parameters';

/** What an action gets to prepare one input item. */
export interface Item extends Parameters {
	context: IExecuteFunctions;
	index: number;
}

/** What all input items of a run make together. */
export interface Joint {
	/** What to say where the run fails before it is finished. */
	readonly notMade: string;
	/** What came of it, when every item was carried out. `failed`: the items that could not add to it, and why. */
	finish(failed: readonly FailedItem[]): Promise<INodeExecutionData[]>;
	/** Called last, also where the run fails: what is not finished by then never will be. */
	end(): Promise<void>;
}

export interface FailedItem {
	/** Counted from 1. */
	row: number;
	reason: string;
}

/** What an action gets to carry out its plan for one input item. */
export interface Run extends Item {
	transport: Transport;
	/** What the items of this run make together: the first one that asks makes it. */
	together: <Made extends Joint>(make: () => Made) => Made;
}

/** What the editor says of an action. */
interface Words {
	/** In the list of operations: "Get Many". */
	name: string;
	/** In the node panel: "Get many invoices". */
	action: string;
	description: string;
	/** On the canvas, in at most 27 characters: "Get Many Invoices". */
	subtitle: string;
}

export interface Action<Plan> extends Words {
	fields: INodeProperties[];
	/** Turns the fields into a plan, or refuses with everything that is wrong. It sends nothing. */
	prepare(item: Item): Plan;
	carryOut(plan: Plan, run: Run): Promise<INodeExecutionData[]>;
	/** Only for an action that changes something: what an output shows to be done, such as an invoice number. */
	done?: (output: IDataObject) => string;
	/** What is known of a row before it is carried out: the columns of its item if it fails. */
	columns?: (item: Item) => IDataObject;
	/** Whether the items make something together: then one is carried out after the other. */
	joins?: (item: Item) => boolean;
	/** Whether another run does no harm: then a row that the service refuses does not hold back the others. */
	isRepeatable?: (item: Item) => boolean;
}

/** An action as the loop sees it: what it prepares is what is left to be carried out. */
export interface Operation extends Words {
	fields: INodeProperties[];
	prepare(item: Item): (run: Run) => Promise<INodeExecutionData[]>;
	done?: (output: IDataObject) => string;
	columns?: (item: Item) => IDataObject;
	joins?: (item: Item) => boolean;
	isRepeatable?: (item: Item) => boolean;
}

export const operation = <Plan>(action: Action<Plan>): Operation => {
	const fieldsWithChoices = action.fields.filter(hasChoices);
	return {
		...action,
		prepare(item) {
			const plan = action.prepare({ ...item, ...readChoices(fieldsWithChoices, item) });
			return async (run) => await action.carryOut(plan, run);
		},
	};
};

export interface Resource {
	/** In the list of resources. */
	name: string;
	value: string;
	description?: string;
	/** The operation that a new node begins with. */
	default: string;
	/** By the value that workflows keep. */
	operations: Record<string, Operation>;
}

/** The fields of a node: the choice of resource and operation, and those of each action where it is chosen. */
export const propertiesOf = (
	resources: readonly Resource[],
	defaultResource: string,
): INodeProperties[] => [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: defaultResource,
		options: byName(
			resources.map(({ name, value, description }) => ({ name, value, description })),
		),
	},
	...resources.map(
		({ value: resource, default: defaultOperation, operations }): INodeProperties => ({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			default: defaultOperation,
			displayOptions: { show: { resource: [resource] } },
			options: byName(
				Object.entries(operations).map(([value, { name, action, description }]) => ({
					name,
					value,
					action,
					description,
				})),
			),
		}),
	),
	...sharedFields(
		resources.flatMap(({ value: resource, operations }) =>
			Object.entries(operations).map(([operation, { fields }]) => ({
				resource,
				operation,
				fields,
			})),
		),
	),
];

/** What the canvas shows under the node: an expression, as n8n works it out for each node by itself. */
export function subtitleOf(resources: readonly Resource[]): string {
	const subtitles = Object.fromEntries(
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).map(([name, { subtitle }]) => [`${value}.${name}`, subtitle]),
		),
	);
	return `={{ (${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** The fields of one action, in the order in which they are shown. */
export interface ActionFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

interface SharedField {
	field: INodeProperties;
	/** What makes it the same field in another action. */
	identity: string;
	actions: Array<Pick<ActionFields, 'resource' | 'operation'>>;
}

/**
 * The fields of all actions, each written once for all actions that have it: the editor loads what is written.
 * Each action keeps its fields in their order.
 */
export function sharedFields(actions: readonly ActionFields[]): INodeProperties[] {
	const shared: SharedField[] = [];
	for (const { resource, operation, fields } of actions) {
		let position = 0;
		for (const field of fields) {
			const identity = JSON.stringify(field);
			const found = shared.findIndex(
				(other, index) =>
					index >= position &&
					other.identity === identity &&
					isExact([...other.actions, { resource, operation }], actions),
			);
			if (found === -1) {
				shared.splice(position, 0, { field, identity, actions: [{ resource, operation }] });
				position++;
			} else {
				shared[found].actions.push({ resource, operation });
				position = found + 1;
			}
		}
	}
	return shared.flatMap(({ field, actions: shownIn }) => showFor(conditionOf(shownIn), [field]));
}

const conditionOf = (actions: SharedField['actions']) => ({
	resource: [...new Set(actions.map(({ resource }) => resource))],
	operation: [...new Set(actions.map(({ operation }) => operation))],
});

/** Whether the lists of resources and operations bring the field up for these actions, and no others. */
function isExact(shownIn: SharedField['actions'], all: readonly ActionFields[]): boolean {
	const { resource: resources, operation: operations } = conditionOf(shownIn);
	const broughtUp = all.filter(
		({ resource, operation }) => resources.includes(resource) && operations.includes(operation),
	);
	return broughtUp.length === shownIn.length;
}
