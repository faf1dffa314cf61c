import { existsSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, linksOf, PAGES, ROOT } from './pages';

/** Why the link of the page leads nowhere; undefined if it leads somewhere. */
function flawOf(page: string, target: string): string | undefined {
	const [file, anchor] = target.split('#');
	const linked = file === '' ? page : path.join(path.dirname(page), file);
	if (!existsSync(path.join(ROOT, linked))) return `${target}: no such file`;
	if (!target.includes('#') || !linked.endsWith('.md')) return undefined;
	return anchorsOf(linked).includes(anchor) ? undefined : `${target}: no such heading`;
}

it.each(PAGES)('%s links to files and headings that exist', (page) => {
	const flaws = linksOf(page)
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target) => flawOf(page, target))
		.filter((flaw) => flaw !== undefined);
	expect(flaws).toEqual([]);
});
