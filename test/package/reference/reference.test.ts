import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { REPORT_DEFINITIONS } from '../../../nodes/shared/catalog/definitions';
import { FIELD_GROUPS } from '../../../nodes/shared/catalog/fieldGroups';
import {
	CATALOG_FIELDS,
	guessKindByName,
	readableName,
} from '../../../nodes/shared/catalog/fields';
import { MONEY_COLUMNS } from '../../../nodes/shared/catalog/money';
import { REQUESTS } from '../../support/requests';
import { ROOT } from '../pages';

/** A table without padding: nobody edits a generated page, and the padding of a long cell is in every row. */
const table = (rows: readonly string[][]): string => {
	const [head, ...body] = rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`);
	return [head, `|${' --- |'.repeat(rows[0].length)}`, ...body].join('\n');
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const page = (title: string, introduction: string, ...sections: string[]): string =>
	`${[`# ${title}`, GENERATED, introduction, ...sections].join('\n\n')}\n`;

const GENERATED =
	'<!-- Written by npm run reference. Change the descriptions in the code instead. -->';

/** What an amount is, where the report is not about it. */
const ROLES: Partial<Record<string, string>> = {
	fee: '(a fee)',
	adjustment: '(an adjustment)',
	fallback: '(if there is none before it)',
};

const types = table([
	[
		'Report type',
		'Name in the service',
		'Amounts are',
		'Amounts',
		'Tells kinds',
		'Tells accepted rows',
	],
	...REPORT_DEFINITIONS.map(({ name, value }) => {
		const { subject: are, amounts, kind, decision } = MONEY_COLUMNS[value];
		const added = amounts.filter(([, , role]) => role !== 'excluded');
		return [
			name,
			`\`${value}\``,
			amounts.length === 0 ? '' : are,
			added
				.map(([amount, currency, role]) =>
					[`\`${amount}\` in \`${currency}\``, ...(role === undefined ? [] : [ROLES[role]])].join(
						' ',
					),
				)
				.join(', '),
			code(kind),
			code(decision),
		];
	}),
]);

const groups = FIELD_GROUPS.map(({ name }) => {
	const rows = CATALOG_FIELDS.filter(({ group }) => group === name).map(
		({ name: field, wireName, description }) => [
			readableName(field),
			`\`${wireName}\``,
			guessKindByName(wireName),
			description,
		],
	);
	return `### ${readableName(name)}\n\n${table([['Field', 'Name to send', 'Holds', 'Meaning'], ...rows])}`;
});

const catalogPage = (): string =>
	page(
		'Report types and fields',
		`The catalog that the nodes know: ${REPORT_DEFINITIONS.length} report types and ${CATALOG_FIELDS.length} fields in ${FIELD_GROUPS.length} groups. Your account may have fewer or more. **Report Definition: Get** shows what your service offers.`,
		'## Report types',
		'The last columns show what the amounts of a report are, what tells sales from refunds or credits from debits, and which rows were accepted. Totals use them. Amounts of other payments are left out.',
		types,
		'## Fields',
		'_Name to send_ is the name for expressions and for **Other Fields**.',
		...groups,
	);

function outputOf(node: string, action: string): string[] {
	const file = path.join(ROOT, 'nodes', node, '__schema__/v1.0.0', `${action}.json`);
	const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	return Object.keys(properties);
}

/** "Resource: Operation", what a workflow's JSON calls it, its requests and its output. */
function rowsOf(node: string, { properties }: INodeTypeDescription): string[][] {
	const optionsOf = (name: string, resource?: string): INodePropertyOptions[] =>
		properties
			.filter((field) => field.name === name)
			.filter(({ displayOptions }) =>
				resource === undefined ? true : displayOptions?.show?.resource?.includes(resource),
			)
			.flatMap(({ options }) => options as INodePropertyOptions[]);
	return optionsOf('resource').flatMap((resource) =>
		optionsOf('operation', String(resource.value)).map((operation) => {
			const action = `${String(resource.value)}/${String(operation.value)}`;
			return [
				`${resource.name}: ${operation.name}`,
				`\`${action}\``,
				code(REQUESTS[action].map(withoutNames)),
				code(outputOf(node, action)),
			];
		}),
	);
}

/** The path without the version before it, and without the name that the test used. */
const withoutNames = (request: string): string =>
	request.replace(/\/\w+\/v\d/, '').replace(/(\/report-\w+)\/\w+$/, '$1/{name}');

const HEAD = ['Action', 'In a workflow file', 'Requests', 'Returns'];

const operationsPage = (nodes: Readonly<Record<string, INodeTypeDescription>>): string =>
	page(
		'Operations',
		"What the forms in the editor don't show: the value of each action in a workflow file (`resource/operation`), its requests in an example with the sandbox, and the fields that it returns by default. Paths are below `/reporting/v3` or `/invoicing/v2`. A list takes a request for each page, and Get Totals one for each partly paid invoice. An action with many input rows takes them for each row. The trigger uses `GET /reports`, `GET /invoices` and `GET /invoices/{number}`.",
		...Object.entries(nodes).flatMap(([node, description]) => [
			`## ${description.displayName}`,
			table([HEAD, ...rowsOf(node, description)]),
		]),
	);

interface ExampleWorkflow {
	name: string;
	nodes: Array<{ type: string; parameters: { content?: string } }>;
}

interface Recipe {
	file: string;
	/** "01 Bill orders" */
	name: string;
	/** The paragraphs of the note on the canvas, without its heading. */
	note: string[];
}

function recipeOf(file: string): Recipe {
	const text = readFileSync(path.join(ROOT, 'examples', file), 'utf8');
	const { name, nodes } = JSON.parse(text) as ExampleWorkflow;
	const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content ?? '';
	return { file, name, note: note.replace(/^##.*\n/, '').split(/\n{2,}/) };
}

/** What every example needs: the page says it once. */
const CREDENTIAL = 'a Merchant API credential. `npm start` has one for the sandbox.';

const ownNeeds = (paragraph: string): string =>
	paragraph.replace(`**It needs:** ${CREDENTIAL}`, '').trim();

const text = ({ file, name, note }: Recipe): string =>
	[`## ${name}`, ...note.map(ownNeeds).filter(Boolean), `[${file}](../../examples/${file})`].join(
		'\n\n',
	);

/** What each example does, needs and lets you change: its own note says it. */
const recipesPage = (): string =>
	page(
		'Recipes',
		[
			'Every example workflow: what it does, what to change, and what it needs besides a Merchant API credential.',
			'To use one, download its file. In n8n, open a new workflow, open the menu at the top right, and select **Import > From file**. Then choose your credential in each node that asks for it.',
			'With `npm start` all of them are in your list of workflows already, and run against the local sandbox.',
			'![A workbook with totals that an example made](../images/workbook.png)',
		].join('\n\n'),
		...readdirSync(path.join(ROOT, 'examples'))
			.filter((file) => file.endsWith('.json'))
			.map(recipeOf)
			.sort((a, b) => a.name.localeCompare(b.name, 'en'))
			.map(text),
	);

/** Set by `npm run reference`: the pages are written instead of compared. */
const isWriting = process.env.WRITE_REFERENCE === '1';

const NODES = {
	MerchantReporting: new MerchantReporting().description,
	MerchantInvoicing: new MerchantInvoicing().description,
};

const PAGES: Record<string, () => string> = {
	'reference/operations.md': () => operationsPage(NODES),
	'reference/report-fields.md': catalogPage,
	'use/recipes.md': recipesPage,
};

/** Compares the page with what the code says, or writes it. */
function check(name: string, text: string): void {
	const file = path.join(ROOT, 'docs', name);
	if (isWriting) {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
	expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}

it.each(Object.keys(PAGES))('docs: %s says what the code says (npm run reference)', (name) => {
	check(name, PAGES[name]());
});
