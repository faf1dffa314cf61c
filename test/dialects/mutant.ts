import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Nodes } from './world';

/** A place in a file of the nodes, and what would stand there without a defense. */
export interface Undoing {
	/** From the root of the project, without .ts. */
	file: string;
	from: string;
	to: string;
}

const ROOT = path.join(__dirname, '../..');

/** What the nodes share with n8n, so that both mean the same by it. */
const SHARED = ['n8n-workflow', 'luxon', 'lodash'];

/** The nodes with one defense undone; everything else is as it is shipped. */
export function nodesWithout({ file, from, to }: Undoing): Nodes {
	const target = path.join(ROOT, file);
	const source = readFileSync(`${target}.ts`, 'utf8');
	const at = source.indexOf(from);
	if (at < 0) throw new Error(`${file} has nothing like ${from}`);
	const changed = source.slice(0, at) + to + source.slice(at + from.length);
	const folder = mkdtempSync(path.join(tmpdir(), 'mutant-'));
	try {
		const mutant = path.join(folder, 'mutant.ts');
		writeFileSync(mutant, withAbsoluteImports(changed, path.dirname(target)));
		return nodesWith(target, mutant);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const withAbsoluteImports = (source: string, folder: string): string =>
	source.replace(/from '([^']+)'/g, (_, name: string) =>
		name.startsWith('.')
			? `from '${path.join(folder, name)}'`
			: `from '${require.resolve(name, { paths: [ROOT] })}'`,
	);

function nodesWith(target: string, mutant: string): Nodes {
	const shared = SHARED.map((name) => [name, jest.requireActual<object>(name)] as const);
	let loaded: { nodes: Nodes } | undefined;
	jest.isolateModules(() => {
		for (const [name, module] of shared) jest.doMock(name, () => module);
		jest.doMock(target, () => jest.requireActual<object>(mutant));
		loaded = jest.requireActual<{ nodes: Nodes }>('./nodes');
	});
	for (const name of [...SHARED, target]) jest.dontMock(name);
	return loaded!.nodes;
}
