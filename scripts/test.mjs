import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installWhenNeeded, root } from './install.mjs';

installWhenNeeded();

const folder = mkdtempSync(join(tmpdir(), 'merchant-services-jest-'));
const results = join(folder, 'results.json');
const { status } = spawnSync(
	process.execPath,
	[
		'node_modules/jest/bin/jest.js',
		'--coverage',
		'--json',
		`--outputFile=${results}`,
		...process.argv.slice(2),
	],
	{ cwd: root, stdio: 'inherit' },
);
const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
	readFileSync(results, 'utf8'),
);
rmSync(folder, { recursive: true, force: true });
// A file that cannot even be loaded has no failed test of its own.
console.log(`${numPassedTests} passed, ${Math.max(numFailedTests, numFailedTestSuites)} failed`);
process.exit(status ?? 1);
