const { rm } = require('node:fs/promises');
const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

const clean = async () => await rm('dist', { recursive: true, force: true });

/** One file for each node and credential, with every library inside it but those that n8n provides. */
const bundle = async () =>
	await build({
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
	});

const assets = () =>
	src('{nodes,credentials}/**/*.{svg,json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(bundle, assets));
exports.default = exports.build;
