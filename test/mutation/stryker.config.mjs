import groups from './groups.js';

const group = process.env.MUTATION_GROUP;
const { files, isStaticToo = false } = groups.GROUPS[group];
const folder = `coverage/mutation/${group}`;

/** One group at a time; scripts/mutate.mjs runs them in turn. */
export default {
	mutate: files,
	ignorers: ['words'],
	testRunner: 'inProcess',
	plugins: ['words', 'runner'].map((name) => `./test/mutation/${name}.mjs`),
	coverageAnalysis: 'perTest',
	// Tables and descriptions: what is wrong in them, a test of the table shows.
	ignoreStatic: !isStaticToo,
	concurrency: 1,
	timeoutMS: 3000,
	cleanTempDir: 'always',
	tempDirName: `${folder}/sandbox`,
	ignorePatterns: ['coverage', 'dist', 'docs', 'examples', 'host', 'test/output'],
	reporters: ['json', 'progress-append-only'],
	jsonReporter: { fileName: `${folder}/report.json` },
	thresholds: { high: 90, low: 80, break: null },
	allowConsoleColors: false,
};
