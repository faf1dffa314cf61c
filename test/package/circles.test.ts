import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const IMPORT = /(?:from|import|import\()\s*'(\.[^']+)'/g;

const sourceFiles = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
		.map((name) => join(folder, name));

const importsOf = (file: string): string[] =>
	[...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(([, specifier]) => {
		const path = join(ROOT, dirname(file), specifier);
		return [`${path}.ts`, join(path, 'index.ts')]
			.filter((candidate) => existsSync(candidate))
			.map((found) => relative(ROOT, found));
	});

it('No files import each other in a circle', () => {
	const files = ['nodes', 'credentials', 'sandbox', 'host'].flatMap(sourceFiles);
	const graph = new Map(files.map((file) => [file, importsOf(file)]));
	expect([...graph.values()].flat().length).toBeGreaterThan(1000);
	expect(circleIn(graph)).toEqual([]);
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
