import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';

/** When a field is shown: the values of other fields that bring it up. */
export type Show = NonNullable<IDisplayOptions['show']>;

/** Ties fields to a condition, on top of those they have among themselves. */
export const showFor = (show: Show, fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
	}));

/** A field for text, empty at first. */
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
export const flagField = (
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

/** Filters of a list. */
export const filtersField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options,
});

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
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

export const byName = (options: readonly INodePropertyOptions[]): INodePropertyOptions[] =>
	[...options].sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const byDisplayName = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

export const optionsField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: byDisplayName(options),
});

/** Which credential a node uses. Workflows from before there was a choice use the first one. */
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
