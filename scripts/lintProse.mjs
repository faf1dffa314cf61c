// node scripts/lintProse.mjs: what is misspelled on the pages and in code (cspell.json), what is hard to read on the pages and in
// the texts that the nodes and the sandbox show, and phrases to avoid in the comments and texts of code.
// docs/reference, which repeats the texts of the nodes in tables, is not measured.
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

/** Code with texts that users read. */
const SHOWN = /^(nodes|credentials|sandbox\/(console|payment-page|dialects))\//;

const flawsIn = (files, flawsOf) =>
	files.flatMap((file) =>
		flawsOf(readFileSync(root + file, 'utf8')).map((flaw) => `${file}:${flaw}`),
	);
const flaws = [
	...flawsIn(pages, prose.flawsOf),
	...flawsIn(code, prose.flawsInCode),
	...flawsIn(
		code.filter((file) => SHOWN.test(file)),
		prose.flawsInShown,
	),
];
for (const flaw of flaws) console.error(flaw);
console.log(`${pages.length} pages, ${code.length} files of code, ${flaws.length} flaws`);
process.exitCode = flaws.length === 0 ? 0 : 1;
