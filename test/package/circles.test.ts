import { importsOf, sourceFiles } from './imports';

it('No files import each other in a circle', () => {
	const files = sourceFiles(['nodes', 'credentials', 'sandbox', 'host']);
	const graph = new Map(files.map((file) => [file, importsOf(file)]));
	expect(graph.size).toBeGreaterThan(100);
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
