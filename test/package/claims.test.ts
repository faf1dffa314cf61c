import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	IWorkflowBase,
} from 'n8n-workflow';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { MerchantApi } from '../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../credentials/MerchantOAuth2Api.credentials';
import { dependencies as host } from '../../host/package.json';
import { dependencies as oldest } from '../../host/oldest/package.json';
import { meaningsOf, nameOf, targetWith } from '../../nodes/MerchantInvoicing/invoice/columnNames';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { PORTION } from '../../nodes/MerchantServicesTrigger/event';
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { DEFAULT_RETRY_POLICY } from '../../nodes/shared/transport/retry';
import packageJson from '../../package.json';
import { PAGES, ROOT, textOf } from './pages';

const NODES: INodeType[] = [
	new MerchantReporting(),
	new MerchantInvoicing(),
	new MerchantServicesTrigger(),
];
const CREDENTIALS = [new MerchantApi(), new MerchantOAuth2Api()];

const EXAMPLES = readdirSync(path.join(ROOT, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(textOf(`examples/${file}`)) as Pick<IWorkflowBase, 'name' | 'nodes'>);

const readme = textOf('README.md');

describe('the README', () => {
	it('claims the versions of n8n that the tests run in, and no others', () => {
		const [, from, newest] =
			/Works with n8n (\S+) and newer\. .* tested with is (\S+)\.\n/.exec(readme) ?? [];
		expect([from, newest]).toEqual([oldest['n8n-core'], host.n8n]);
	});

	it('counts the example workflows', () => {
		expect(/\[(\d+) example workflows\]/.exec(readme)?.[1]).toBe(String(EXAMPLES.length));
	});
});

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

/** Every field with the fields in it. */
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

describe('A label in bold', () => {
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
		'Manual Trigger',
		'On Error',
		'Retry',
		'Schedule Trigger',
		'Settings > Community nodes > Install',
	];
	/** What `npm start` sets up. */
	const OF_THE_START = ['Merchant sandbox'];

	const labels = new Set([
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
		expect(boldIn(textOf(page)).filter((text) => !labels.has(text))).toEqual([]);
	});

	it.each(EXAMPLES)(
		'in the note of $name is one of its nodes, or one that the editor shows',
		(example) => {
			const nodes = example.nodes.map(({ name }) => name);
			const notes = example.nodes.map(({ parameters }) => (parameters.content ?? '') as string);
			const unknown = boldIn(notes.join('\n')).filter(
				(text) => !labels.has(text) && !nodes.includes(text),
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

describe('A column in the table of docs/use/invoicing.md', () => {
	const [, table] = /^\| Field +\| Columns.*?\n.*?\n(.*?)\n\n/ms.exec(
		textOf('docs/use/invoicing.md'),
	)!;
	const columns = table.split('\n').flatMap((row) => {
		const [, field, names] = row.split('|').map((cell) => cell.trim());
		const [label] = field.split(',');
		const target = targetWith(label, 'invoice') ?? targetWith(label, 'line');
		// Where one row is about several fields, each column has a name of its own.
		if (target === undefined || label.startsWith('Tax')) return [];
		const [always] = names.split(';');
		return always.split(', ').map((column) => ({ label, column, target }));
	});

	it.each(columns)('is mapped to $label: $column', ({ column, target }) => {
		const name = nameOf(column);
		expect(meaningsOf(new Set([name]), 'row').get(name)).toBe(target);
	});
});

/** The value of `const NAME = 15 * 60_000;` in a file of the code. */
function constant(file: string, name: string): number {
	const found = new RegExp(`const ${name} = ([\\d_.* ]+);`).exec(textOf(file));
	if (found === null) throw new Error(`${file} has no number ${name}`);
	return found[1]
		.split('*')
		.reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

const RULES = 'nodes/MerchantInvoicing/invoice/rules.ts';
const SHEETS = 'nodes/shared/spreadsheet';
const WATCH = 'nodes/MerchantServicesTrigger';
const PERIODS = 'nodes/MerchantReporting/actions/common/period.ts';
const ONE_TIME = 'nodes/MerchantReporting/actions/report';
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Where saving rows failed when it was measured: one page has it, the others repeat it. */
const mostSavedMegabytes = (): number =>
	Number(/many of which repeat \((\d+) MB\)/.exec(textOf('docs/use/report-data.md'))![1]);

const code =
	(file: string, name: string, unit = 1) =>
	() =>
		constant(file, name) / unit;
/** What the bench wants of a measure: the last number of its line. */
const wanted = (measure: string) => () =>
	Number(
		new RegExp(`'${measure}[^)]*?([\\d.]+)(?:, 'ms')?,?\\s*\\)`).exec(
			textOf('test/bench/table.ts'),
		)?.[1],
	);
const mostMegabytes = () => DEFAULT_RETRY_POLICY.mostBytes / 1024 ** 2;

/** The figures on a page, and where the code has them. A pattern finds every place that says it. */
const FIGURES: Record<string, Array<[pattern: RegExp, value: () => number]>> = {
	'docs/use/limits.md': [
		[/\| (\d+) line items in an invoice/, code(RULES, 'MOST_LINE_ITEMS')],
		[/\| (\d+) days in a one-time report/, code(PERIODS, 'LONGEST_DAYS')],
		[
			/\| (\d+) characters in a report name/,
			code('nodes/MerchantReporting/actions/common/reportBody.ts', 'LONGEST_NAME'),
		],
		[
			/\| (\d+) results in a page/,
			code('nodes/MerchantReporting/actions/onDemandReport/purchaseRefundPages.ts', 'LARGEST_PAGE'),
		],
		[/\| (\d+) subscriptions/, code('sandbox/reporting/subscriptions.ts', 'MOST_SUBSCRIPTIONS')],
		[/about (\d+) MB of CSV/, mostSavedMegabytes],
		[/unpacked +\| (\d+) MB/, mostMegabytes],
		[/nothing arrives for (\d+) seconds/, () => DEFAULT_RETRY_POLICY.timeout / 1000],
		[
			/up to (\d+) minutes of waiting/,
			code('nodes/shared/transport/retry.ts', 'LONGEST_WAIT', MINUTE),
		],
		[/(\d+) characters a text/, code('nodes/shared/transport/serviceFailure.ts', 'LONGEST_TEXT')],
	],
	'docs/use/invoicing.md': [
		[/up to (\d+) line items/, code(RULES, 'MOST_LINE_ITEMS')],
		[
			/at most 1 MB \(([\d,]+) bytes\)/,
			code('nodes/MerchantInvoicing/settings/logo.ts', 'MOST_LOGO_BYTES'),
		],
		[
			/more than (\d+) digits/,
			code('nodes/MerchantInvoicing/actions/invoice/output.ts', 'SAFE_DIGITS'),
		],
	],
	'docs/use/reporting.md': [
		[/\| Over (\d+) days/, code(PERIODS, 'LONGEST_DAYS')],
		[/up to (\d+) minute\)/, code(`${ONE_TIME}/oneTime/wait.ts`, 'LONGEST_PAUSE', MINUTE)],
	],
	'docs/operate/performance.md': [
		[/limit is about (\d+) MB/, mostSavedMegabytes],
		[/at least (\d+) times as fast as Extract From File,/, wanted('CSV to rows, against Extract')],
		[/File, ([\d.]+) of its memory/, wanted('CSV to rows, memory')],
		[/at least ([\d.]+) times as fast as the XML node/, wanted('XML to rows, against XML alone')],
		[/at least (\d+) times as fast as Extract From File and/, wanted('CSV to a workbook, against')],
		[/Convert to File, ([\d.]+) of the memory/, wanted('CSV to a workbook, memory')],
		[/more than (\d+) ms/, wanted('Longest stall, CSV to rows')],
		[/at most ([\d.]+) of the time of HTTP Request/, code('test/bench/invoices.ts', 'MOST')],
		[/n8n stays under (\d+) MB/, code('test/bench/loop.ts', 'MOST')],
	],
	'docs/use/report-data.md': [
		[/up to ([\d,]+) groups/, code('nodes/shared/spreadsheet/totals.ts', 'MOST_GROUPS')],
		[
			/columns \(([\d,]+)\) are limited/,
			code('nodes/shared/report/xml/rowCells.ts', 'MOST_COLUMNS'),
		],
		[/Depth \((\d+)\)/, code('nodes/shared/report/xml/rowElement.ts', 'DEEPEST')],
		[/up to (\d+) letters, digits/, code('nodes/shared/report/columns.ts', 'MOST_SAFE')],
	],
	'docs/use/spreadsheets.md': [
		[/After ([\d,]+) rows the next sheet/, () => constant(`${SHEETS}/sheets.ts`, 'MOST_ROWS') - 1],
		[/More than ([\d,]+) columns/, code(`${SHEETS}/sheets.ts`, 'MOST_COLUMNS')],
		[/more than ([\d,]+) characters/, code(`${SHEETS}/cells.ts`, 'MOST_CHARACTERS')],
		[/More than ([\d,]+) totals/, code(`${SHEETS}/totals.ts`, 'MOST_GROUPS')],
		[/up to (\d+) bars/, code(`${SHEETS}/totalsSheet.ts`, 'MOST_BARS')],
	],
	'docs/use/trigger.md': [
		[
			/Each poll looks back (\d+) hours/,
			code(`${WATCH}/events/newReport/settings.ts`, 'LOOK_BACK_HOURS'),
		],
		[/At most (\d+) in one poll/, () => PORTION.limit],
		[
			/every page \((\d+) invoices\)/,
			code(`${WATCH}/events/invoiceStatus/settings.ts`, 'PAGE_SIZE'),
		],
		[
			/After (\d+) hours it comes/,
			code(`${WATCH}/events/newReport/newReport.event.ts`, 'CONTENT_HOURS'),
		],
		[
			/at most (\d+) in a poll/,
			code(`${WATCH}/events/invoiceStatus/settings.ts`, 'PARTIAL_CHECKS'),
		],
		[
			/at most (\d+) minutes/,
			code(`${WATCH}/events/invoiceStatus/start.ts`, 'LONGEST_LAG', MINUTE),
		],
		[
			/If (\d+) look-ups in a row fail/,
			code(`${WATCH}/events/invoiceStatus/lookUps.ts`, 'MOST_FAILURES'),
		],
		[/After (\d+) minutes the next poll/, code(`${WATCH}/memory.ts`, 'LONGEST_POLL', MINUTE)],
	],
	'docs/use/credential.md': [
		[/valid for (\d+) minutes/, code('nodes/shared/transport/authorize.ts', 'LIFETIME', 60)],
	],
	'docs/develop/trigger-protocol.md': [
		[
			/it waits, at most (\d+) minutes/,
			code(`${WATCH}/events/invoiceStatus/start.ts`, 'LONGEST_LAG', MINUTE),
		],
		[/\[from, now \+ (\d+) h\]/, code('nodes/shared/period/times.ts', 'HOUR', HOUR)],
	],
};

describe('A figure', () => {
	const figures = Object.entries(FIGURES).flatMap(([page, all]) =>
		all.map(([pattern, value]) => ({ page, pattern, value })),
	);
	it.each(figures)('on $page is what the code has: $pattern', ({ page, pattern, value }) => {
		const said = [...textOf(page).matchAll(new RegExp(pattern, 'g'))].map(([, figure]) =>
			Number(figure.replaceAll(',', '')),
		);
		expect(said.length).toBeGreaterThan(0);
		expect(new Set(said)).toEqual(new Set([value()]));
	});

	it.each(['README.md', 'docs/use/install.md'])(
		'of the version on %s is that of the package',
		(page) => {
			const said = [...textOf(page).matchAll(/merchant-services-(\d\S*)\.tgz/g)];
			expect(said.length).toBeGreaterThan(0);
			for (const [, version] of said) expect(version).toBe(packageJson.version);
		},
	);

	it.each(['README.md', 'docs/use/install.md', 'docs/develop/quickstart.md'])(
		'of Node on %s is the one that the package needs',
		(page) => {
			const [, version] = /Node ([\d.]+\d) or newer/.exec(textOf(page)) ?? [];
			expect(`>=${version}`).toBe(packageJson.engines.node);
		},
	);
});

describe('A message', () => {
	const code = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => textOf(`nodes/${file}`))
		.join('\n')
		.toLowerCase();
	const quoted = ['docs/use/troubleshooting.md', 'docs/use/credential.md'].flatMap((page) =>
		[...textOf(page).matchAll(/^\| "([^"]+)"/gm)].map(([, message]) => ({ page, message })),
	);

	it.each(quoted)('that $page explains is one of the nodes: $message', ({ message }) => {
		expect(code).toContain(message.toLowerCase());
	});
});

describe('docs/develop/architecture.md', () => {
	/** The paths of the tree on the page: each line has one, indented below its folder. */
	function pathsOf(tree: string): string[] {
		const folders: string[] = [];
		return tree.split('\n').map((line) => {
			const [, indent, name] = /^( *)(\S+)/.exec(line)!;
			folders.splice(indent.length / 2);
			const whole = [...folders, name].join('');
			folders.push(name);
			return whole;
		});
	}

	const [, tree] = /^```\n(.*?)\n```$/ms.exec(textOf('docs/develop/architecture.md'))!;
	const paths = pathsOf(tree);

	it.each(paths)('draws %s, which exists', (drawn) => {
		expect(existsSync(path.join(ROOT, drawn))).toBe(true);
	});

	it('draws every folder of nodes/shared', () => {
		const folders = readdirSync(path.join(ROOT, 'nodes/shared'), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => `nodes/shared/${name}/`);
		expect(paths).toEqual(expect.arrayContaining(folders));
	});
});

describe('The code in docs/develop/add-an-action.md', () => {
	const page = textOf('docs/develop/add-an-action.md');
	const imports = [...page.matchAll(/import \{ (\w+) \} from '([./]+\/[\w/]+)';/g)].map(
		([, name, from]) => ({
			name,
			file: `${path.posix.join('nodes/MerchantInvoicing/actions/invoice', from)}.ts`,
		}),
	);

	it.each(imports)('imports $name, which $file exports', ({ name, file }) => {
		expect(textOf(file)).toMatch(new RegExp(`export (const|function|class) ${name}\\b`));
	});
});

describe('A command', () => {
	const commands = PAGES.flatMap((page) =>
		[...textOf(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => ({
			page,
			name,
		})),
	);

	it('on a page that runs a file names one that exists', () => {
		const files = PAGES.flatMap((page) =>
			[...textOf(page).matchAll(/(?:node|tsx) ((?:scripts|test)\/[\w./]+)/g)].map(
				([, file]) => file,
			),
		);
		expect(files.length).toBeGreaterThan(0);
		expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	});

	it('on a page is a script of the package', () => {
		expect(commands.length).toBeGreaterThan(0);
		expect(commands.filter(({ name }) => !(name in packageJson.scripts))).toEqual([]);
	});

	it('of the package is explained in docs/develop/testing.md, in quickstart.md or in sandbox.md', () => {
		const pages = ['testing', 'quickstart', 'sandbox', 'releasing']
			.map((name) => textOf(`docs/develop/${name}.md`))
			.join('\n');
		const missing = Object.keys(packageJson.scripts).filter(
			(name) => !pages.includes(`npm run ${name}`) && !pages.includes(`npm ${name}`),
		);
		expect(missing).toEqual([]);
	});
});
