const assert = require('node:assert/strict');
const { basename } = require('node:path');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

/** Of the innermost package, where packages lie in one another. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

const clean = async () => await rm('dist', { recursive: true, force: true });

/** "dist/credentials/Name.credentials.js" is made from "credentials/Name.credentials.ts". */
const sourceOf = (file) => file.replace(/^dist\/(.*)\.js$/, '$1');
/** The code of "dist/nodes/Name/Name.node.js" is in "dist/nodes/Name/Name.code.js". */
const codeOf = (node) => node.replace(/^dist\/(.*)\.node\.js$/, '$1.code');

/** One file for each node and credential, with every library inside it but those that n8n provides. */
const bundle = async () => {
	const { metafile } = await build({
		entryPoints: [
			...n8n.nodes.map((node) => ({ in: `${sourceOf(node)}.ts`, out: codeOf(node) })),
			...n8n.credentials.map((file) => ({ in: `${sourceOf(file)}.ts`, out: sourceOf(file) })),
		],
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow', 'luxon'],
		sourcemap: true,
		sourcesContent: true,
		legalComments: 'inline',
		logLevel: 'warning',
		metafile: true,
	});
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', await licences(Object.keys(metafile.inputs)));
};

/**
 * n8n loads every node when it starts, and reads only what the node says of itself. That stands in a small file,
 * made here, which loads the code when the node runs for the first time.
 */
const fronts = async () => {
	for (const file of n8n.nodes) {
		const code = codeOf(file);
		const [[name, Node]] = Object.entries(require(`./dist/${code}.js`));
		await writeFile(file, frontOf(name, Node, `./${basename(code)}.js`));
	}
};

const isData = (value) =>
	value === null ||
	['undefined', 'string', 'boolean'].includes(typeof value) ||
	Number.isFinite(value) ||
	Array.isArray(value) ||
	Object.getPrototypeOf(value) === Object.prototype;

const frontOf = (name, Node, code) => {
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
const code = () => (node ??= new (require('${code}').${name})());
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
		const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (file === undefined && license === undefined) {
			throw new Error(`${name} is bundled and does not say under which licence`);
		}
		const text = file === undefined ? license : await readFile(`${folder}/${file}`, 'utf8');
		return `${name} ${version}\n\n${text.trim()}\n`;
	});
	return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
};

const assets = () =>
	src('{nodes,credentials}/**/*.{svg,json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(bundle, assets), fronts);
exports.default = exports.build;
