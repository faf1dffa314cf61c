// npm run prose, second half: what is hard to read on the pages. docs/reference shows texts of the editor in tables
// and is left out.
import { readdirSync, readFileSync } from 'node:fs';

import { root } from './install.mjs';
import prose from './prose.js';

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
