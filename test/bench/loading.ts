import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nodeBinary, prepareHost } from '../../host/cache';
import { buildPackage, projectFolder } from '../../host/packed';
import { Progress } from '../../host/progress';
import { markdownTable } from './markdown';
import { atMost, writePart } from './part';

interface Loaded {
	milliseconds: number;
	/** Of the description that the editor gets, as it is and as it travels. */
	bytes: number;
	zipped: number;
	actions: number;
}

const OURS = ['MerchantReporting', 'MerchantInvoicing', 'MerchantServicesTrigger'];
/** In a process of its own each time, as a node is loaded once. */
const ROUNDS = 7;

const ourFile = (name: string): string =>
	join(projectFolder, 'dist', 'nodes', name, `${name}.node.js`);

const nodesOfN8n = (host: string): string =>
	join(host, 'node_modules', 'n8n-nodes-base', 'dist', 'nodes');

/** n8n's own nodes for money, by the category that n8n gives them. */
function financeNodes(host: string): string[] {
	const nodes = nodesOfN8n(host);
	return readdirSync(nodes)
		.filter((name) => {
			const codex = join(nodes, name, `${name}.node.json`);
			return existsSync(codex) && readFileSync(codex, 'utf8').includes('"Finance & Accounting"');
		})
		.map((name) => join(nodes, name, `${name}.node.js`));
}

function load(host: string, file: string): Loaded {
	const loads = Array.from({ length: ROUNDS }, () => {
		const printed = execFileSync(nodeBinary(), [
			'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
			join(projectFolder, 'test', 'bench', 'loadNode.ts'),
			...[host, file, basename(file, '.node.js')],
		]);
		return JSON.parse(printed.toString()) as Loaded;
	});
	return loads.sort((a, b) => a.milliseconds - b.milliseconds)[Math.floor(ROUNDS / 2)];
}

const total = (nodes: readonly Loaded[]): Loaded =>
	nodes.reduce((sum, each) => ({
		milliseconds: sum.milliseconds + each.milliseconds,
		bytes: sum.bytes + each.bytes,
		zipped: sum.zipped + each.zipped,
		actions: sum.actions + each.actions,
	}));

const perAction = ({ milliseconds, actions }: Loaded): number => milliseconds / actions;

const shown = (name: string, loaded: Loaded): string[] => {
	const { milliseconds, bytes, zipped, actions } = loaded;
	const sizes = [bytes, bytes / actions, zipped, zipped / actions];
	return [
		name,
		`${actions}`,
		milliseconds.toFixed(1),
		perAction(loaded).toFixed(2),
		...sizes.map((size) => (size / 1000).toFixed(1)),
	];
};

/** What n8n takes to load each node, and the editor to get its description, against n8n's own nodes. */
async function main(): Promise<void> {
	const progress = new Progress();
	await progress.step('Building the package', buildPackage);
	const host = await prepareHost(progress);
	const finance = financeNodes(host);
	const theirs = {
		[`n8n's ${finance.length} finance nodes`]: total(finance.map((file) => load(host, file))),
		'Data Table': load(host, join(nodesOfN8n(host), 'DataTable', 'DataTable.node.js')),
	};
	const ours = Object.fromEntries(OURS.map((name) => [name, load(host, ourFile(name))]));
	const [own, others] = [ours, theirs].map((nodes) => perAction(total(Object.values(nodes))));
	const measured = { ...theirs, ...ours };
	writePart('loading', {
		lines: [
			atMost("Loading the nodes, against n8n's own", own / others, 1, 'of the time an action'),
		],
		details: markdownTable(
			[
				...['node', 'actions', 'load ms', 'an action'],
				...['description KB', 'an action', 'zipped KB', 'an action'],
			],
			Object.entries(measured).map(([name, each]) => shown(name, each)),
		),
		measured,
	});
}

void main();
