import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { MerchantApi } from '../../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../../credentials/MerchantOAuth2Api.credentials';
import { NODES } from './nodes';

/** n8n's UX guidelines and the language of the editor, for every form and every text of the package. */
const NODE_FORMS = Object.values(NODES).map(({ node }) => node.description.properties);
const FORMS = [...NODE_FORMS, new MerchantApi().properties, new MerchantOAuth2Api().properties];

function* fieldsIn(fields: INodeProperties[]): Generator<INodeProperties> {
	for (const field of fields) {
		yield field;
		const { type, options = [] } = field;
		if (type === 'collection') yield* fieldsIn(options as INodeProperties[]);
		if (type === 'fixedCollection') {
			for (const { values } of options as INodePropertyCollection[]) yield* fieldsIn(values);
		}
	}
}

const FIELDS = FORMS.flatMap((form) => [...fieldsIn(form)]);
const isChoice = ({ type }: INodeProperties) => type === 'options' || type === 'multiOptions';
const choicesOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** camelCase or dotted, as the service writes its fields; SCREAMING, as it writes its values. */
const WIRE_NAME = /^[a-z]+[A-Z]|\w\.\w|^[A-Z]+_[A-Z_]+$/;

it('no form shows a wire name where a person has a word', () => {
	const named = FIELDS.flatMap((field) => [
		field,
		...(field.options ?? []),
		...(field.modes ?? []),
	]);
	const texts = named.map((one) => ('displayName' in one ? one.displayName : one.name));
	expect(texts.length).toBeGreaterThan(500);
	expect(texts.filter((text) => WIRE_NAME.test(text))).toEqual([]);
});

/** The values that n8n's assistant knows, of those that nodes can sensibly use. It asks a model about all others. */
const KNOWN_TO_ASSISTANT = [
	...['get', 'getAll', 'list', 'search', 'read', 'fetch', 'download', 'retrieve', 'query'],
	...['create', 'update', 'upsert', 'delete', 'add', 'remove', 'send', 'publish', 'cancel'],
];

describe('n8n’s guidelines', () => {
	it('have every placeholder begin with e.g., but those of a button that adds something', () => {
		const placeholders = FIELDS.flatMap(({ placeholder, type, modes = [] }) => [
			...(type === 'collection' || type === 'fixedCollection' ? [] : [placeholder ?? '']),
			...modes.map((mode) => mode.placeholder ?? ''),
		]);
		expect(placeholders.filter((text) => text !== '' && !text.startsWith('e.g. '))).toEqual([]);
	});

	const operations = FIELDS.filter(({ name }) => name === 'operation').flatMap(choicesOf);

	it('have operations of which n8n’s assistant knows whether they change something', () => {
		const values = operations.map(({ value }) => value as string);
		expect(values.filter((value) => !KNOWN_TO_ASSISTANT.includes(value))).toEqual([]);
	});

	it('have actions without articles, in sentence case, and operations that begin with a verb', () => {
		expect(operations.length).toBeGreaterThan(25);
		const actions = operations.map(({ action = '' }) => action);
		expect(
			actions.filter((text) => / (a|an|the) /.test(text) || !/^[A-Z][a-z]/.test(text)),
		).toEqual([]);
		const VERBS =
			/^(Cancel|Collect|Create|Delete|Download|Duplicate|Get|Publish|Reconcile|Reset|Send|Update)\b/;
		expect(operations.map(({ name }) => name).filter((name) => !VERBS.test(name))).toEqual([]);
	});

	/** Here the order says something: from few to many, the usual one first, or the order of the specification. */
	const IN_THEIR_OWN_ORDER = [
		'Format',
		'Health Items',
		'Direction',
		'Column Names or IDs',
		'Number',
		'Output',
	];

	it('have choices in the order of their names, where the order says nothing', () => {
		const unsorted = FIELDS.filter(isChoice)
			.filter(({ displayName }) => !IN_THEIR_OWN_ORDER.includes(displayName))
			.map((field) => [field.displayName, choicesOf(field).map(({ name }) => name)] as const)
			.filter(([, names]) => names.join() !== [...names].sort(byName).join());
		expect(unsorted).toEqual([]);
	});
	const byName = (a: string, b: string) => a.localeCompare(b, 'en');

	it('have the fields of a collection in the order of their names', () => {
		const unsorted = FIELDS.filter(({ type }) => type === 'collection')
			.map(
				({ displayName, options = [] }) =>
					[displayName, (options as INodeProperties[]).map((field) => field.displayName)] as const,
			)
			.filter(([, names]) => names.join() !== [...names].sort(byName).join());
		expect(unsorted).toEqual([]);
	});

	it('have the options of an action after all its other fields', () => {
		const actions = new Map<string, string[]>();
		for (const [node, form] of NODE_FORMS.entries()) {
			for (const { displayName, displayOptions } of form) {
				const { resource = [], operation = [] } = displayOptions?.show ?? {};
				const action = JSON.stringify([node, resource, operation]);
				actions.set(action, [...(actions.get(action) ?? []), displayName]);
			}
		}
		const withOptions = [...actions.values()].filter((names) => names.includes('Options'));
		expect(withOptions.length).toBeGreaterThan(15);
		expect(withOptions.filter((names) => names.at(-1) !== 'Options')).toEqual([]);
	});

	it('have the description of a switch begin with Whether', () => {
		const switches = FIELDS.filter(({ type }) => type === 'boolean');
		expect(switches.filter(({ description = '' }) => !/^Whether /.test(description))).toEqual([]);
	});

	it('turn a switch on by adding it, unless that alone would bill again', () => {
		const added = FIELDS.filter(({ type }) => type === 'collection')
			.flatMap(({ options = [] }) => options as INodeProperties[])
			.filter(({ type }) => type === 'boolean');
		const off = added.filter((field) => field.default !== true).map(({ name }) => name);
		expect(new Set(off)).toEqual(new Set(['serviceNumbers']));
		expect(added.length).toBeGreaterThan(15);
	});

	it('have descriptions of choices that fit the two lines which the editor shows of them', () => {
		const TWO_LINES = 105;
		const descriptions = FIELDS.filter(isChoice).flatMap((field) =>
			choicesOf(field).map(({ description = '' }) => description),
		);
		expect(descriptions.filter((text) => text.length > TWO_LINES)).toEqual([]);
	});

	it('have one control for a currency', () => {
		const currencies = FIELDS.filter(({ name }) => /^(currency|defaultCurrencyCode)$/.test(name));
		expect(currencies.length).toBeGreaterThan(3);
		expect(new Set(currencies.map(({ type }) => type))).toEqual(new Set(['resourceLocator']));
	});
});
