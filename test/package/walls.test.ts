import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, sourceFiles } from './imports';

const ROOT = join(__dirname, '../..');

interface Attempt {
	from: string;
	code: string;
}

/** For each attempt, whether ESLint refuses it. */
function refusals(attempts: readonly Attempt[]): boolean[] {
	const output = execFileSync(
		process.execPath,
		[join(__dirname, 'tryImports.mjs'), JSON.stringify(attempts)],
		{ cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 },
	);
	return JSON.parse(output) as boolean[];
}

const SHARED = [
	'content',
	'spreadsheet',
	'node',
	'service',
	'transport',
	'report',
	'catalogue',
	'period',
	'invoice',
];
const NODES = ['MerchantReporting', 'MerchantInvoicing', 'MerchantServicesTrigger'];

/** As docs/develop/architecture.md draws it, written down once more so that a change of the rules shows. */
const MAY_IMPORT: Record<string, string[]> = {
	content: [
		...['spreadsheet', 'node', 'transport', 'report'],
		...['catalogue', 'period', 'invoice'],
	],
	spreadsheet: ['node', 'catalogue', 'period', 'invoice'],
	node: ['transport', 'catalogue', 'period', 'invoice'],
	service: ['transport', 'catalogue', 'period', 'invoice'],
	transport: ['catalogue', 'period', 'invoice'],
	report: ['catalogue', 'period', 'invoice'],
	catalogue: ['period', 'invoice'],
	period: ['catalogue', 'invoice'],
	invoice: ['catalogue', 'period'],
};

const importing = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;

const between: Array<Attempt & { title: string; allowed: boolean }> = [
	...SHARED.flatMap((from) => [
		...SHARED.filter((to) => to !== from).map((to) => ({
			title: `shared/${from} → shared/${to}`,
			from: `nodes/shared/${from}`,
			code: importing(`../${to}/thing`),
			allowed: MAY_IMPORT[from].includes(to),
		})),
		...NODES.map((to) => ({
			title: `shared/${from} → ${to}`,
			from: `nodes/shared/${from}`,
			code: importing(`../../${to}/thing`),
			allowed: false,
		})),
	]),
	...SHARED.map((to) => ({
		title: `shared/money.ts → shared/${to}`,
		from: 'nodes/shared/money.ts',
		code: importing(`./${to}/thing`),
		allowed: false,
	})),
	...NODES.flatMap((from) => [
		...NODES.filter((to) => to !== from).map((to) => ({
			title: `${from} → ${to}`,
			from: `nodes/${from}`,
			code: importing(`../${to}/thing`),
			allowed: false,
		})),
		...['node', 'service', 'content', 'spreadsheet', 'catalogue', 'period'].map((to) => ({
			title: `${from} → shared/${to}`,
			from: `nodes/${from}`,
			code: importing(`../shared/${to}/thing`),
			allowed: !(from === 'MerchantInvoicing' && to === 'content'),
		})),
	]),
	{
		title: 'MerchantInvoicing → the service that may speak XML',
		from: 'nodes/MerchantInvoicing',
		code: importing('../shared/service/reporting'),
		allowed: false,
	},
	...['../nodes/shared/money', '../credentials/MerchantApi.credentials', 'n8n-workflow'].map(
		(to) => ({
			title: `sandbox → ${to}`,
			from: 'sandbox/clock.ts',
			code: importing(to),
			allowed: false,
		}),
	),
	...['report', 'catalogue', 'period', 'invoice'].flatMap((from) => [
		{
			title: `shared/${from} → n8n itself`,
			from: `nodes/shared/${from}`,
			code: "import { sleep } from 'n8n-workflow';\nexport const y = sleep;\n",
			allowed: false,
		},
		{
			title: `shared/${from} → types of n8n`,
			from: `nodes/shared/${from}`,
			code: "import type { IDataObject } from 'n8n-workflow';\nexport type Y = IDataObject;\n",
			allowed: true,
		},
	]),
	...['nodes/shared/service', 'nodes/shared/content', ...NODES.map((node) => `nodes/${node}`)].map(
		(from) => ({
			title: `${from} → an error of n8n`,
			from,
			code: "import { NodeApiError } from 'n8n-workflow';\nexport const y = NodeApiError;\n",
			allowed: false,
		}),
	),
	{
		title: 'shared/node → an error of n8n',
		from: 'nodes/shared/node',
		code: "import { NodeApiError } from 'n8n-workflow';\nexport const y = NodeApiError;\n",
		allowed: true,
	},
	...['nodes/shared/service', ...NODES.map((node) => `nodes/${node}`)].map((from) => ({
		title: `${from} → a request of its own`,
		from,
		code: "import type { IExecuteFunctions as C } from 'n8n-workflow';\nexport const y = async (c: C) => await c.helpers.httpRequest({ url: '' });\n",
		allowed: false,
	})),
];

describe('the walls between the parts', () => {
	it('name folders that exist', () => {
		const folders = readdirSync(join(ROOT, 'nodes/shared'), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => name);
		expect(folders.sort()).toEqual([...SHARED].sort());
	});

	it('let through what is allowed, and refuse what is not', () => {
		const verdicts = refusals(between);
		const told = between.map(({ title }, index) => `${title}: ${verdicts[index] ? 'no' : 'yes'}`);
		const wanted = between.map(({ title, allowed }) => `${title}: ${allowed ? 'yes' : 'no'}`);
		expect(told).toEqual(wanted);
	});

	it('leave no circle of files that import each other', () => {
		const graph = new Map(
			sourceFiles(['nodes', 'credentials', 'sandbox', 'host']).map((file) => [
				file,
				importsOf(file),
			]),
		);
		expect(graph.size).toBeGreaterThan(200);
		expect(circleIn(graph)).toEqual([]);
	});
});

/** The first circle that a walk along the imports meets: its files in order. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
	const done = new Set<string>();
	const path: string[] = [];
	const visit = (file: string): string[] => {
		if (done.has(file)) return [];
		const start = path.indexOf(file);
		if (start >= 0) return [...path.slice(start), file];
		path.push(file);
		for (const next of graph.get(file) ?? []) {
			const circle = visit(next);
			if (circle.length > 0) return circle;
		}
		path.pop();
		done.add(file);
		return [];
	};
	for (const file of graph.keys()) {
		const circle = visit(file);
		if (circle.length > 0) return circle;
	}
	return [];
}
