import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { INVOICE_FIELDS } from '../../../nodes/shared/invoice/invoice';
import { nodeTypesOf } from '../../support/engine';
import { NODES } from './nodes';

/** A form as it opens, counted the way n8n shows it. */
interface Form {
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

const actionsOf = (node: INodeType): Array<Record<string, string>> => choicesOf(node, 'operation');

const actionForms = (node: INodeType): Form[] =>
	actionsOf(node).map((action) => formOf(node, `${action.resource}/${action.operation}`, action));

const eventForms = (node: INodeType): Form[] =>
	choicesOf(node, 'event').map(({ event }) => formOf(node, event, { event }));

/** The form of an action with something else chosen. */
const otherForm = (node: INodeType, name: string, chosen: INodeParameters): Form => {
	const [resource, operation] = name.split(/[/ ]/);
	return formOf(node, name, { resource, operation, ...chosen });
};

const nodes = Object.values(NODES).map(({ node }) => node);
const reporting = NODES.MerchantReporting.node;
const invoicing = NODES.MerchantInvoicing.node;
const trigger = NODES.MerchantServicesTrigger.node;

const FORMS = [
	...nodes.flatMap((node) => [...actionForms(node), ...eventForms(node)]),
	otherForm(reporting, 'report/download workbook', { output: 'workbook' }),
	otherForm(invoicing, 'invoice/create manually', { mappingMode: 'defineBelow' }),
	otherForm(invoicing, 'invoice/upsert manually', { mappingMode: 'defineBelow' }),
	otherForm(trigger, 'newReport download', { event: 'newReport', download: true }),
];

type Limits = [opening: number, inLists: number, words: number, lists: number, ours: number];

/** What a person can take in. */
const GOAL: Limits = [12, 36, 250, 2, 9];

const figuresOf = ({ opening, inLists, words, lists, ours }: Form): Limits => [
	opening,
	inLists,
	words,
	lists,
	ours,
];

/** Read with every run, so that a change of a form shows what it costs. */
const table = FORMS.map((form) => `${figuresOf(form).join(' / ').padEnd(24)} ${form.name}`);

it('every form is no larger than a person can take in: fields on opening / in lists / words / lists / options of ours', () => {
	process.stdout.write(`${table.join('\n')}\n`);
	const tooLarge = FORMS.filter((form) =>
		figuresOf(form).some((figure, index) => figure > GOAL[index]),
	);
	expect(tooLarge).toEqual([]);
});

async function subtitle(type: INodeType, parameters: INodeParameters): Promise<unknown> {
	const workflow = new Workflow({
		active: false,
		nodeTypes: nodeTypesOf({ type }),
		nodes: [{ id: '1', name: 'Node', type: 'type', typeVersion: 1, position: [0, 0], parameters }],
		connections: {},
	});
	await workflow.expression.acquireIsolate();
	try {
		const { description } = type;
		return workflow.expression.getSimpleParameterValue(
			workflow.getNode('Node')!,
			description.subtitle,
			'internal',
			{},
		);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** What fits under a node's picture. */
const WIDTH = 27;
const TITLE_CASE = /^[A-Z][a-z]+( (to|by|and|or|ID|One-Time|[A-Z][a-z]+))*$/;

describe('the canvas', () => {
	const nodes = Object.values(NODES).map(({ node }) => node);
	it.each(nodes.filter((node) => actionsOf(node).length > 0))(
		'says of each action of $description.displayName what it does, in words that fit',
		async (node) => {
			const actions = actionsOf(node);
			const shown = await Promise.all(actions.map(async (action) => await subtitle(node, action)));
			for (const words of shown) {
				expect(words).toMatch(TITLE_CASE);
				expect(String(words).length).toBeLessThanOrEqual(WIDTH);
			}
			expect(new Set(shown).size).toBe(actions.length);
		},
	);

	it.each<INodeParameters>([
		{ operation: 'create', checkOnly: true },
		{ operation: 'update', options: { checkOnly: true } },
	])('says that a run with %j only checks', async (parameters) => {
		const shown = await subtitle(NODES.MerchantInvoicing.node, {
			resource: 'invoice',
			...parameters,
		});
		expect(shown).toBe('Check Only');
	});

	it('says of the trigger what it waits for', async () => {
		const { node: trigger } = NODES.MerchantServicesTrigger;
		const events = trigger.description.properties.find(({ name }) => name === 'event')!;
		for (const { name, value } of events.options as INodePropertyOptions[]) {
			expect(await subtitle(trigger, { event: String(value) })).toBe(name);
		}
	});
});
