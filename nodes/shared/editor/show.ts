import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** When a field is shown: the values of other fields that bring it up. */
export type Show = NonNullable<IDisplayOptions['show']>;

/** Ties the fields of an action to it, on top of the conditions they have among themselves. */
export const showFor = (show: Show, fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
	}));
