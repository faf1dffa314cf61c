import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { root } from './install.mjs';

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'host', 'test'];
const IMPORT = /(?:from|import|import\(|requireActual(?:<[^>]*>)?\()\s*'(\.[^']+)'/g;

const sourcesIn = (folder) =>
	readdirSync(path.join(root, folder), { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name));

/** The files that import each file, by its path. */
function importers() {
	const files = new Set(FOLDERS.flatMap(sourcesIn));
	const found = new Map();
	for (const file of files) {
		for (const [, target] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
			const base = path.join(path.dirname(file), target.replace(/\.js$/, ''));
			const imported = [`${base}.ts`, path.join(base, 'index.ts')].find((name) => files.has(name));
			if (imported !== undefined) found.set(imported, [...(found.get(imported) ?? []), file]);
		}
	}
	return found;
}

function nearest(file, found) {
	const seen = new Set([file]);
	for (let ring = [file]; ring.length > 0;) {
		ring = ring.flatMap((name) => found.get(name) ?? []).filter((name) => !seen.has(name));
		for (const name of ring) seen.add(name);
		const tests = ring.filter((name) => name.endsWith('.test.ts'));
		if (tests.length > 0) return tests;
	}
	return [];
}

/** The tests that are fewest imports away from each file, or from each file of a folder. */
export function nearestTests(names) {
	const found = importers();
	const files = names.flatMap((name) =>
		statSync(path.join(root, name)).isDirectory() ? sourcesIn(name) : [path.normalize(name)],
	);
	return [...new Set(files.flatMap((file) => nearest(file, found)))];
}
