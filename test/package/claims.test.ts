import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { dependencies as host } from '../../host/package.json';
import { dependencies as oldest } from '../../host/oldest/package.json';
import { EVENTS_PER_POLL } from '../../nodes/MerchantServicesTrigger/event';
import { MAX_REPORT_DAYS } from '../../nodes/shared/service/reporting';
import { DEFAULT_RETRY_POLICY } from '../../nodes/shared/transport/retry';
import packageJson from '../../package.json';
import { EXAMPLES, PAGES, ROOT, textOf } from './pages';

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

/** The value of `const NAME = 15 * MINUTE;` or `= 60_000;` in a file of the code. */
function constant(file: string, name: string): number {
	const found = new RegExp(`const ${name} = ([\\w.* ]+);`).exec(textOf(file));
	if (found === null) throw new Error(`${file} has no number ${name}`);
	const factors = found[1].split('*').map((factor) => factor.trim().replaceAll('_', ''));
	return factors.reduce((product, factor) => product * (UNITS[factor] ?? Number(factor)), 1);
}

const RULES = 'nodes/MerchantInvoicing/invoice/rules.ts';
const SHEETS = 'nodes/shared/spreadsheet';
const WATCH = 'nodes/MerchantServicesTrigger';
const ONE_TIME = 'nodes/MerchantReporting/actions/report';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNITS: Partial<Record<string, number>> = { HOUR, DAY: 24 * HOUR };

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

/** The figures on a page, and where the code has them. A pattern finds every place that says it. */
const FIGURES: Record<string, Array<[pattern: RegExp, value: () => number]>> = {
	'docs/use/limits.md': [
		[/\| (\d+) line items in an invoice/, code(RULES, 'MAX_LINE_ITEMS')],
		[/\| (\d+) days in a one-time report/, () => MAX_REPORT_DAYS],
		[
			/\| (\d+) characters in a report name/,
			code('nodes/MerchantReporting/actions/common/reportToMake.ts', 'MAX_NAME_LENGTH'),
		],
		[
			/\| (\d+) results in a page/,
			code(
				'nodes/MerchantReporting/actions/onDemandReport/purchaseRefundPages.ts',
				'MAX_PAGE_SIZE',
			),
		],
		[/\| (\d+) subscriptions/, code('sandbox/reporting/subscriptions.ts', 'MOST_SUBSCRIPTIONS')],
		[/about (\d+) MB of CSV/, mostSavedMegabytes],
		[/unpacked +\| (\d+) MB/, code('nodes/shared/transport/attempt.ts', 'MAX_MEGABYTES')],
		[/nothing arrives for (\d+) seconds/, () => DEFAULT_RETRY_POLICY.timeout / 1000],
		[/up to (\d+) minutes of waiting/, code('nodes/shared/transport/retry.ts', 'MAX_WAIT', MINUTE)],
		[
			/first (\d+) characters of each text/,
			code('nodes/shared/transport/serviceFailure.ts', 'MAX_TEXT_LENGTH'),
		],
	],
	'docs/use/invoicing.md': [
		[/up to (\d+) line items/, code(RULES, 'MAX_LINE_ITEMS')],
		[/amounts of more than (\d+) digits/, code('nodes/shared/money.ts', 'MAX_SAFE_DIGITS')],
	],
	'docs/use/reporting.md': [
		[/\| Over (\d+) days/, () => MAX_REPORT_DAYS],
		[/up to (\d+) minute\)/, code(`${ONE_TIME}/oneTime.ts`, 'MAX_PAUSE', MINUTE)],
	],
	'docs/operate/performance.md': [
		[/limit is about (\d+) MB/, mostSavedMegabytes],
		[
			/at least ([\d.]+) times as fast as Extract From File,/,
			wanted('CSV to rows, against Extract'),
		],
		[/File, ([\d.]+) of its memory/, wanted('CSV to rows, memory')],
		[/at least ([\d.]+) times as fast as the XML node/, wanted('XML to rows, against XML alone')],
		[/at least (\d+) times as fast as Extract From File and/, wanted('CSV to a workbook, against')],
		[/Convert to File, ([\d.]+) of the memory/, wanted('CSV to a workbook, memory')],
		[/more than (\d+) ms/, wanted('Longest stall, CSV to rows')],
		[/at most ([\d.]+) of the time of HTTP Request/, code('test/bench/invoices.ts', 'MOST')],
	],
	'docs/use/report-data.md': [
		[/up to ([\d,]+) groups/, code('nodes/shared/spreadsheet/totals.ts', 'MAX_GROUPS')],
		[
			/columns \(([\d,]+)\) are limited/,
			code('nodes/shared/report/xml/xmlReader.ts', 'MAX_COLUMNS'),
		],
		[/Depth \((\d+)\)/, code('nodes/shared/report/xml/rowElement.ts', 'MAX_DEPTH')],
	],
	'docs/use/spreadsheets.md': [
		[
			/After ([\d,]+) rows the next sheet/,
			() => constant(`${SHEETS}/sheets.ts`, 'MAX_SHEET_ROWS') - 1,
		],
		[/more than ([\d,]+) characters/, code(`${SHEETS}/cells.ts`, 'MAX_CELL_CHARACTERS')],
		[/More than ([\d,]+) totals/, code(`${SHEETS}/totals.ts`, 'MAX_GROUPS')],
		[/up to (\d+) bars/, code(`${SHEETS}/totalsSheet.ts`, 'MAX_BARS')],
	],
	'docs/use/trigger.md': [
		[
			/Each poll looks back (\d+) hours/,
			code(`${WATCH}/events/newReport/list.ts`, 'LOOK_BACK', HOUR),
		],
		[/At most (\d+) in one poll/, () => EVENTS_PER_POLL.limit],
		[
			/every page \((\d+) invoices\)/,
			code(`${WATCH}/events/invoiceStatus/invoiceStatus.event.ts`, 'PAGE_SIZE'),
		],
		[
			/After (\d+) hours it comes/,
			code(`${WATCH}/events/newReport/watch.ts`, 'MAX_CONTENT_WAIT', HOUR),
		],
		[
			/at most (\d+) in a poll/,
			code(`${WATCH}/events/invoiceStatus/invoiceStatus.event.ts`, 'CHECKS'),
		],
		[/at most (\d+) minutes/, code(`${WATCH}/events/invoiceStatus/examine.ts`, 'MAX_LAG', MINUTE)],
		[
			/If (\d+) look-ups in a row fail/,
			code(`${WATCH}/events/invoiceStatus/watch.ts`, 'MAX_FAILURES_IN_A_ROW'),
		],
		[/After (\d+) minutes, polls fail/, code(`${WATCH}/memory.ts`, 'MAX_POLL_TIME', MINUTE)],
	],
	'docs/use/credential.md': [
		[/valid for (\d+) minutes/, code('nodes/shared/transport/signature.ts', 'LIFETIME', 60)],
	],
	'docs/develop/trigger-protocol.md': [
		[
			/it waits, at most (\d+) minutes/,
			code(`${WATCH}/events/invoiceStatus/examine.ts`, 'MAX_LAG', MINUTE),
		],
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

	it('or a sentence names only files that exist', () => {
		const FILE = /(?:scripts|sandbox|host|test(?!\/output))\/[\w./]+\.(?:js|json|mjs|ts)\b/g;
		const files = PAGES.flatMap((page) => textOf(page).match(FILE) ?? []);
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
