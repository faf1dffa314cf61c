// node scripts/lintProse.mjs: what is misspelled on the pages and in code (cspell.json), what is hard to read on the pages, and
// phrases to avoid in the comments and texts of code. Long sentences of the editor are found by
// test/unit/description, so docs/reference, which repeats its texts in tables, is not measured here.
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

const CODE = ['nodes', 'credentials', 'sandbox', 'host', 'scripts', 'test'];

const isCode = (name) => /\.(ts|mjs|js)$/.test(name) && !/node_modules|output|prose/.test(name);
const code = CODE.flatMap((folder) =>
	readdirSync(root + folder, { recursive: true })
		.filter(isCode)
		.map((name) => `${folder}/${name}`),
);

const flawsIn = (files, flawsOf) =>
	files.flatMap((file) =>
		flawsOf(readFileSync(root + file, 'utf8')).map((flaw) => `${file}:${flaw}`),
	);
const flaws = [...flawsIn(pages, prose.flawsOf), ...flawsIn(code, prose.flawsInCode)];
for (const flaw of flaws) console.error(flaw);
console.log(`${pages.length} pages, ${code.length} files of code, ${flaws.length} flaws`);
process.exitCode = flaws.length === 0 ? 0 : 1;
