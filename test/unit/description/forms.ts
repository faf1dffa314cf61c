import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { INVOICE_FIELDS } from '../../../nodes/shared/invoice/invoice';

/** A form as it opens, counted the way n8n shows it. */
export interface Form {
	name: string;
	/** Fields on opening, Authentication, Resource and Operation included. */
	opening: number;
	/** Fields that lists can add, with those nested in them. */
	inLists: number;
	/** Words to read on opening: labels, descriptions, hints, notices and choices. */
	words: number;
	/** Lists that fields are added from. */
	lists: number;
	/** Options beside the fields of the specification, for the output that has the most. */
	ours: number;
}

/** What the specification has, under the names of the forms: an invoice and a report have it and options in one list. */
const OF_SPECIFICATION = [
	...['download', 'format', 'groupName', 'offset', 'organizationId', 'paymentSubtype'],
	...['reportMimeType', 'startDayOfWeek', 'subscriptionType', 'timeQueryType', 'viewBy'],
	...['fieldNameConvention', 'filters', 'filtersJson', 'moreFields'],
	...['reportName', 'selectedMerchantGroupName', 'signedAmounts', 'startTime', 'timeZone'],
	...Object.keys(INVOICE_FIELDS),
	...['askFor', 'clearFields', 'customFields', 'invoiceDescription', 'lineItemsJson'],
];

/** The lists that can hold options. */
const WITH_OPTIONS = ['additionalFields', 'changes', 'options'];

const isList = ({ type }: INodeProperties) => type === 'collection' || type === 'fixedCollection';

function nested({ type, options = [] }: INodeProperties): INodeProperties[] {
	const inner =
		type === 'collection'
			? (options as INodeProperties[])
			: type === 'fixedCollection'
				? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
				: [];
	return inner.flatMap((field) => [field, ...nested(field)]);
}

const wordsIn = (text = ''): number =>
	text
		.replace(/<[^>]*>/g, ' ')
		.split(/\s+/)
		.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** What a person reads of a field: its label, its description, its hint, and what can be chosen. */
const readingOf = ({ name, displayName, description, hint, type, options = [] }: INodeProperties) =>
	[
		{ name: displayName, description },
		{ name: hint },
		...(type === 'options' && !['resource', 'operation'].includes(name)
			? (options as INodePropertyOptions[])
			: []),
	].reduce((sum, text) => sum + wordsIn(text.name) + wordsIn(text.description), 0);

function formOf({ description }: INodeType, name: string, chosen: INodeParameters): Form {
	const { properties } = description;
	const node = { typeVersion: description.defaultVersion ?? 1 } as INode;
	const values = NodeHelpers.getNodeParameters(
		properties,
		chosen,
		true,
		false,
		node,
		description,
	) as INodeParameters;
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter(values, field, node, description),
	);
	const lists = shown.filter(isList);
	const output = shown.find((field) => field.name === 'output');
	const outputs = (output?.options ?? [{ value: '' }]) as INodePropertyOptions[];
	const ours = outputs.map(({ value }) => {
		const chosenOutput = { ...values, download: true, output: value } as INodeParameters;
		const inLists = shown
			.filter((field) => field.type === 'collection' && WITH_OPTIONS.includes(field.name))
			.flatMap((field) => (field.options ?? []) as INodeProperties[]);
		return inLists.filter(
			(option) =>
				!OF_SPECIFICATION.includes(option.name) &&
				NodeHelpers.displayParameter(chosenOutput, option, node, description, chosenOutput),
		).length;
	});
	return {
		name,
		opening: shown.filter(({ type }) => type !== 'notice').length,
		inLists: lists
			.flatMap(nested)
			.filter((field) => NodeHelpers.displayParameter(values, field, node, description, values))
			.length,
		words: shown.reduce((sum, field) => sum + readingOf(field), 0),
		lists: lists.length,
		ours: Math.max(...ours),
	};
}

/** The choices of a field, for each of the places where it stands. */
const choicesOf = ({ description }: INodeType, name: string): Array<Record<string, string>> =>
	description.properties
		.filter((field) => field.name === name)
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map(({ value }) => ({
				resource: displayOptions?.show?.resource?.[0] as string,
				[name]: value as string,
			})),
		);

export const actionsOf = (node: INodeType): Array<Record<string, string>> =>
	choicesOf(node, 'operation');

/** Every action of a node. */
export const actionForms = (node: INodeType): Form[] =>
	actionsOf(node).map((action) => formOf(node, `${action.resource}/${action.operation}`, action));

/** Every event of a trigger. */
export const eventForms = (node: INodeType): Form[] =>
	choicesOf(node, 'event').map(({ event }) => formOf(node, event, { event }));

/** The form of an action with something else chosen. */
export const otherForm = (node: INodeType, name: string, chosen: INodeParameters): Form => {
	const [resource, operation] = name.split(/[/ ]/);
	return formOf(node, name, { resource, operation, ...chosen });
};
