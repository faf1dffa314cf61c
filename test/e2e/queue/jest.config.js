/** @type {import('jest').Config} */
module.exports = {
	...require('../jest.config.js'),
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/e2e/queue/*.test.ts'],
	globalSetup: '<rootDir>/test/e2e/queue/prepare.ts',
	testTimeout: 600_000,
};
