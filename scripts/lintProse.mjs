// npm run prose: what is misspelled on the pages (cspell.json), and what is hard to read. docs/reference shows texts of
// the editor in tables, so only its spelling is checked.
import { readdirSync, readFileSync } from 'node:fs';

import { root, run } from './install.mjs';
import prose from './prose.js';

run(process.execPath, ['node_modules/cspell/bin.mjs', '--no-progress', '--no-summary']);

const FOLDERS = ['', 'docs/use/', 'docs/operate/', 'docs/develop/', 'examples/'];

const pages = FOLDERS.flatMap((folder) =>
	readdirSync(root + folder)
		.filter((name) => name.endsWith('.md'))
		.map((name) => folder + name),
);
const flaws = pages.flatMap((page) =>
	prose.flawsOf(readFileSync(root + page, 'utf8')).map((flaw) => `${page}:${flaw}`),
);
for (const flaw of flaws) console.error(flaw);
console.log(`${pages.length} pages, ${flaws.length} flaws`);
process.exitCode = flaws.length === 0 ? 0 : 1;
