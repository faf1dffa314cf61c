const assert = require('node:assert/strict');
const { basename } = require('node:path');
const { readFileSync } = require('node:fs');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

/** Of the innermost package, where packages lie in one another. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

const clean = async () => await rm('dist', { recursive: true, force: true });

/** "dist/credentials/Name.credentials.js" is made from "credentials/Name.credentials.ts". */
const sourceOf = (file) => file.replace(/^dist\/(.*)\.js$/, '$1');
/** The nodes share most of their code: it is in one file, and so are the libraries that n8n does not provide. */
const CODE = 'dist/nodes/code.js';

const OPTIONS = {
	bundle: true,
	platform: 'node',
	target: 'node20',
	format: 'cjs',
	external: ['n8n-workflow', 'luxon'],
	legalComments: 'inline',
	logLevel: 'warning',
	metafile: true,
	// For npm run dev, so that a debugger stops in the TypeScript.
	sourcemap: process.env.MERCHANT_DEV === 'true' && 'inline',
};

const bundle = async () => {
	const nodes = n8n.nodes.map((node) => `export * from './${sourceOf(node)}';`).join('\n');
	const bundles = await Promise.all([
		build({ ...OPTIONS, stdin: { contents: nodes, resolveDir: __dirname }, outfile: CODE }),
		...n8n.credentials.map(
			async (file) =>
				await build({ ...OPTIONS, entryPoints: [`${sourceOf(file)}.ts`], outfile: file }),
		),
	]);
	const inputs = bundles.flatMap(({ metafile }) =>
		Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs)),
	);
	const held = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', await licences(held));
};

/**
 * n8n loads every node when it starts, and reads only what the node says of itself. That stands in a small file,
 * made here, which loads the code when the node runs for the first time.
 */
const fronts = async () => {
	const classes = require(`./${CODE}`);
	for (const file of n8n.nodes) {
		const name = basename(file, '.node.js');
		await writeFile(file, frontOf(name, classes[name]));
	}
};

const isData = (value) =>
	value === null ||
	['undefined', 'string', 'boolean'].includes(typeof value) ||
	Number.isFinite(value) ||
	Array.isArray(value) ||
	Object.getPrototypeOf(value) === Object.prototype;

const frontOf = (name, Node) => {
	const { description, methods, ...others } = new Node();
	assert.deepEqual(others, {}, `${name} has more than a description and methods`);
	const described = JSON.stringify(description, (key, value) => {
		assert.ok(isData(value), `${name} has "${key}" in its description, which JSON cannot hold`);
		return value;
	});
	const runs = Object.getOwnPropertyNames(Node.prototype).filter((run) => run !== 'constructor');
	const names = Object.entries(methods).map(([kind, list]) => [kind, Object.keys(list)]);
	return `'use strict';
let node;
const code = () => (node ??= new (require('../code.js').${name})());
const later = (kind, name) =>
	function (...given) {
		return code().methods[kind][name].apply(this, given);
	};
const all = (kind, names) => Object.fromEntries(names.map((name) => [name, later(kind, name)]));

exports.${name} = class ${name} {
	description = JSON.parse(${JSON.stringify(described)});

	methods = {
${names.map(([kind, list]) => `		${kind}: all('${kind}', ${JSON.stringify(list)}),`).join('\n')}
	};
${runs.map((run) => `\n	${run}(...given) {\n		return code().${run}.apply(this, given);\n	}`).join('\n')}
};
`;
};

/** What the authors of the libraries in the bundles ask for: their licences go along. */
const licences = async (files) => {
	const folders = new Set(files.flatMap((file) => file.match(PACKAGE_FOLDER) ?? []));
	const texts = [...folders].sort().map(async (folder) => {
		const { name, version, license, author } = JSON.parse(
			await readFile(`${folder}/package.json`, 'utf8'),
		);
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (file === undefined && license !== 'MIT') {
			throw new Error(`${name} is bundled, and the text of its licence is not known`);
		}
		const text =
			file === undefined ? mitOf(author) : (await readFile(`${folder}/${file}`, 'utf8')).trim();
		const more = license.includes('Zlib') && !text.includes('as-is') ? `\n\n${ZLIB}` : '';
		return `${name} ${version} ${license}\n\n${text}${more}\n`;
	});
	return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
};

/** For a library that is a port of zlib and brings only the text of its other licence. */
const ZLIB = `(The zlib License)

Copyright (C) 1995-2013 Jean-loup Gailly and Mark Adler

This software is provided 'as-is', without any express or implied
warranty. In no event will the authors be held liable for any damages
arising from the use of this software.

Permission is granted to anyone to use this software for any purpose,
including commercial applications, and to alter it and redistribute it
freely, subject to the following restrictions:

1. The origin of this software must not be misrepresented; you must not
   claim that you wrote the original software. If you use this software
   in a product, an acknowledgment in the product documentation would be
   appreciated but is not required.
2. Altered source versions must be plainly marked as such, and must not be
   misrepresented as being the original software.
3. This notice may not be removed or altered from any source distribution.`;

/** For a library that brings no more than the name of its licence. The package itself has the same one. */
const mitOf = (author) =>
	readFileSync('LICENSE', 'utf8')
		.replace(/^Copyright.*$/m, `Copyright (c) ${author.name ?? author}`)
		.trim();

const assets = () =>
	src('{nodes,credentials}/**/*.{svg,json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(bundle, assets), fronts);
exports.default = exports.build;
