// node scripts/lintProse.mjs: what is misspelled on the pages and in code (cspell.json), and sentences that are too long on the
// pages and in the texts that the nodes and the sandbox show. docs/reference, which is generated, is not measured.
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

/** Code with texts that users read. */
const SHOWN = [
	'nodes',
	'credentials',
	'sandbox/console',
	'sandbox/payment-page',
	'sandbox/dialects',
];

const code = SHOWN.flatMap((folder) =>
	readdirSync(root + folder, { recursive: true })
		.filter((name) => /\.(ts|mjs|js)$/.test(name))
		.map((name) => `${folder}/${name}`),
);

const flawsIn = (files, flawsOf) =>
	files.flatMap((file) =>
		flawsOf(readFileSync(root + file, 'utf8')).map((flaw) => `${file}:${flaw}`),
	);
const flaws = [...flawsIn(pages, prose.flawsOf), ...flawsIn(code, prose.flawsInShown)];
for (const flaw of flaws) console.error(flaw);
console.log(`${pages.length} pages, ${code.length} files of code, ${flaws.length} flaws`);
process.exitCode = flaws.length === 0 ? 0 : 1;
