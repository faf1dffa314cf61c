const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

/** Of the innermost package, where packages lie in one another. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

const clean = async () => await rm('dist', { recursive: true, force: true });

/** One file for each node and credential, with every library inside it but those that n8n provides. */
const bundle = async () => {
	const { metafile } = await build({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map((file) =>
			file.replace(/^dist\/(.*)\.js$/, '$1.ts'),
		),
		outdir: 'dist',
		outbase: '.',
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

exports.build = series(clean, parallel(bundle, assets));
exports.default = exports.build;
