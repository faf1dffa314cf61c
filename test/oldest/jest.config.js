const base = require('../../jest.config.js');

const oldest = (name) => `${process.env.N8N_OLDEST}/node_modules/${name}`;

/** The workflow tests and the loading of the packed package, in the oldest engine of n8n that we support. */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/{workflow,package}/**/*.test.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/oldest/adapt.ts'],
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|reflect-metadata)$': oldest('$1'),
		'^@n8n/(di|config|backend-common)$': oldest('@n8n/$1'),
	},
	// The old engine keeps timers of its own running.
	forceExit: true,
};
