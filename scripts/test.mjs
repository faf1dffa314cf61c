// npm test [-- file …]: all tests, those whose path matches, or for a file of the code the tests nearest to it.
import { existsSync } from 'node:fs';
import path from 'node:path';

import { installWhenNeeded, root } from './install.mjs';
import { runJest } from './jest.mjs';
import { nearestTests } from './nearestTests.mjs';

const CODE = /^(\.\/)?(nodes|credentials|sandbox|host)\b/;

await installWhenNeeded();
const args = process.argv.slice(2);
const isCode = (arg) => CODE.test(arg) && existsSync(path.join(root, arg));
const tests = args.includes('--findRelatedTests') ? [] : nearestTests(args.filter(isCode));
await runJest(
	tests.length > 0 ? ['--runTestsByPath', ...tests, ...args.filter((arg) => !isCode(arg))] : args,
);
