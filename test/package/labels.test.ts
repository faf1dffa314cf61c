import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { MerchantApi } from '../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../credentials/MerchantOAuth2Api.credentials';
import {
	mapColumnsToFields,
	nameWithoutCurrency,
	targetByLabel,
} from '../../nodes/MerchantInvoicing/invoice/columnNames';
import { NODES as DESCRIBED } from '../unit/description/nodes';
import { EXAMPLES, PAGES, textOf } from './pages';

const NODES = Object.values(DESCRIBED).map(({ node }) => node);
const CREDENTIALS = [new MerchantApi(), new MerchantOAuth2Api()];

function actionsOf({ description: { properties } }: INodeType): string[] {
	const optionsOf = (property: INodeProperties) => property.options as INodePropertyOptions[];
	const resources = optionsOf(properties.find(({ name }) => name === 'resource')!);
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) => {
			const [value] = property.displayOptions?.show?.resource ?? [];
			const resource = resources.find((option) => option.value === value)!;
			return optionsOf(property).map(({ name }) => `${resource.name}: ${name}`);
		});
}

function* fieldsIn(properties: readonly INodeProperties[]): Generator<INodeProperties> {
	for (const field of properties) {
		yield field;
		if (field.type === 'collection') yield* fieldsIn(field.options as INodeProperties[]);
		if (field.type === 'fixedCollection') {
			const groups = field.options as INodePropertyCollection[];
			for (const { values } of groups) yield* fieldsIn(values);
		}
	}
}

const ALL_FIELDS = [
	...NODES.flatMap(({ description }) => [...fieldsIn(description.properties)]),
	...CREDENTIALS.flatMap(({ properties }) => [...fieldsIn(properties)]),
];

/** What n8n itself shows, in the version that the tests run. */
const OF_N8N = [
	'Add human review step',
	'Always Output Data',
	'Connect',
	'Continue',
	'Create credential',
	'Credentials',
	'Execute Once',
	'Execute step',
	'Fetch Test Event',
	'Import > From file',
	'On Error',
	'Retry',
	'Schedule Trigger',
	'Settings > Community nodes > Install',
];
/** What n8n adds to the form of a node. */
const OF_FORMS = [
	...['Cron Expression', 'Display Note in Flow?', 'Mode', 'Notes', 'Poll Times'],
	...['Retry On Fail', 'Tool Description'],
];
/** What `npm start` sets up. */
const OF_THE_START = ['Merchant sandbox'];

const LABELS = new Set([
	...OF_N8N,
	...OF_THE_START,
	...NODES.map(({ description }) => description.displayName),
	...CREDENTIALS.map(({ displayName }) => displayName),
	...NODES.slice(0, 2).flatMap(actionsOf),
	...ALL_FIELDS.map(({ displayName }) => displayName),
	...ALL_FIELDS.flatMap(({ options = [] }) =>
		(options as INodePropertyOptions[]).flatMap(({ name, action = name }) => [name, action]),
	),
]);

describe('A label in bold', () => {
	/** Recipes are the notes of the examples, which name their own nodes. */
	const guides = PAGES.filter(
		(page) =>
			page === 'README.md' || (page.startsWith('docs/use/') && page !== 'docs/use/recipes.md'),
	);

	// A bold sentence ends in a period: it begins a paragraph and is no label. In a note, so do "To change:" and "It needs:".
	const boldIn = (text: string): string[] =>
		[...text.matchAll(/\*\*([^*\n]+)\*\*/g)]
			.map(([, bold]) => bold)
			.filter((bold) => !/[.:]$/.test(bold));

	it.each(guides)('on %s is one that the editor shows', (page) => {
		expect(boldIn(textOf(page)).filter((text) => !LABELS.has(text))).toEqual([]);
	});

	it.each(EXAMPLES)(
		'in the note of $name is one of its nodes, or one that the editor shows',
		(example) => {
			const nodes = example.nodes.map(({ name }) => name);
			const notes = example.nodes.map(({ parameters }) => (parameters.content ?? '') as string);
			const unknown = boldIn(notes.join('\n')).filter(
				(text) => !LABELS.has(text) && !nodes.includes(text),
			);
			expect(unknown).toEqual([]);
		},
	);

	it('with a number in the quick start is the name of an example', () => {
		const named = boldIn(textOf('docs/develop/quickstart.md')).filter((text) => /^\d/.test(text));
		expect(named.length).toBeGreaterThan(0);
		const isExample = (text: string) => EXAMPLES.some(({ name }) => name.startsWith(text));
		expect(named.filter((text) => !isExample(text))).toEqual([]);
	});
});

describe('A picture of a form', () => {
	const pictures = Object.entries(
		JSON.parse(textOf('docs/images/labels.json')) as Record<string, string[]>,
	);

	it.each(pictures)('%s shows labels of today (node scripts/screenshots.mjs)', (_name, shown) => {
		const isKnown = (label: string) => LABELS.has(label) || OF_FORMS.includes(label);
		expect(shown.filter((label) => !isKnown(label))).toEqual([]);
	});
});

describe('A column in the table of docs/use/invoicing.md', () => {
	const [, table] = /^\| Field +\| Columns.*?\n.*?\n(.*?)\n\n/ms.exec(
		textOf('docs/use/invoicing.md'),
	)!;
	const columns = table.split('\n').flatMap((row) => {
		const [, field, names] = row.split('|').map((cell) => cell.trim());
		const [label] = field.split(',');
		const target = targetByLabel(label, 'invoice') ?? targetByLabel(label, 'line');
		// Where one row is about several fields, each column has a name of its own.
		if (target === undefined || label.startsWith('Tax')) return [];
		const [always] = names.split(';');
		return always.split(', ').map((column) => ({ label, column, target }));
	});

	it.each(columns)('is mapped to $label: $column', ({ column, target }) => {
		const name = nameWithoutCurrency(column);
		expect(mapColumnsToFields(new Set([name]), 'row', true).get(name)).toBe(target);
	});
});
