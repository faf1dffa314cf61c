import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Resource } from './resource';

/** The values of other fields that bring a field up. */
export type ShowConditions = NonNullable<IDisplayOptions['show']>;

/** Adds a condition to those that fields have among themselves. */
export const addShow = (
	show: ShowConditions,
	fields: readonly INodeProperties[],
): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
	}));

export const textField = (
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'string', default: '', ...more });

/** One of what the service lists, to be picked or entered. `others`: the ways to enter it. */
export const locatorField = (
	displayName: string,
	name: string,
	searchListMethod: string,
	others: Array<Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder' | 'hint'>>,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		...others.map((mode) => ({ ...mode, type: 'string' as const })),
	],
	...more,
});

/** A switch, off at first unless `more` says otherwise. */
export const booleanField = (
	displayName: string,
	name: string,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	default: false,
	description,
	...more,
});

export const filtersField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options,
});

export const limitFields: INodeProperties[] = [
	booleanField(
		'Return All',
		'returnAll',
		'Whether to return all results or only up to a given limit',
	),
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const sortedByName = (options: readonly INodePropertyOptions[]): INodePropertyOptions[] =>
	[...options].sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const sortedByDisplayName = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

export const optionsField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: sortedByDisplayName(options),
});

export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Token or Key', value: 'tokenOrKey' },
	],
	default: 'tokenOrKey',
};

/** Resource, operation, and the fields of each action where it is chosen. */
export const buildProperties = (
	resources: readonly Resource[],
	defaultResource: string,
): INodeProperties[] => [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: defaultResource,
		options: sortedByName(
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
			options: sortedByName(
				Object.entries(operations).map(([value, { name, action, description, builderHint }]) => ({
					name,
					value,
					action,
					description,
					...(builderHint === undefined ? {} : { builderHint: { propertyHint: builderHint } }),
				})),
			),
		}),
	),
	...mergeSharedFields(
		resources.flatMap(({ value: resource, operations }) =>
			Object.entries(operations).map(([operation, { fields }]) => ({
				resource,
				operation,
				fields,
			})),
		),
	),
];

/** An expression, which n8n evaluates for each node. */
export function buildSubtitle(resources: readonly Resource[]): string {
	const subtitles = Object.fromEntries(
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).map(([name, { subtitle }]) => [`${value}.${name}`, subtitle]),
		),
	);
	return `={{ $parameter["checkOnly"] || $parameter["options"]?.checkOnly ? "Check Only" : (${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

export interface ActionFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

interface SharedField {
	field: INodeProperties;
	identity: string;
	actions: Array<Pick<ActionFields, 'resource' | 'operation'>>;
}

/** Each field once for all actions that have it, as the editor loads them all. Each action keeps their order. */
export function mergeSharedFields(actions: readonly ActionFields[]): INodeProperties[] {
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
	return shared.flatMap(({ field, actions: shownIn }) => addShow(conditionOf(shownIn), [field]));
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
