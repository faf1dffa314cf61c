const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	transform: base.transform,
	modulePathIgnorePatterns: base.modulePathIgnorePatterns,
	testMatch: ['<rootDir>/test/e2e/*.test.ts'],
	globalSetup: '<rootDir>/test/e2e/support/prepare.ts',
	// One n8n at a time: each takes most of a core and half a gigabyte while it starts.
	maxWorkers: 1,
	testTimeout: 180_000,
};
