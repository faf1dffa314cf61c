/** Set by `npm run test:all`. */
const isLong = process.env.TEST_LONG === '1';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	runtime: '<rootDir>/test/support/jest/runtime.js',
	testMatch: ['<rootDir>/test/{unit,workflow,sandbox,package,dialects,matrix}/**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	setupFilesAfterEnv: [
		'<rootDir>/test/support/canaryLog.ts',
		'<rootDir>/test/support/propertySeed.ts',
		'<rootDir>/test/support/restoreMocks.ts',
	],
	modulePathIgnorePatterns: [
		'<rootDir>/coverage/',
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
	],
	// Not the system's folder for temporary files: nothing of ours stays there.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts', 'sandbox/**/*.ts'],
	coverageProvider: 'v8',
	coverageReporters: ['text-summary', 'text', 'json-summary'],
	// On two cores jest would use one alone.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/support/sequencer.js',
	testTimeout: isLong ? 1_800_000 : 60_000,
};
