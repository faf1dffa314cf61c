// npm run lint [-- --fix]: types, ESLint, Prettier, spelling and prose, side by side.
import { spawn } from 'node:child_process';

import { installWhenNeeded, root } from './install.mjs';

const CHECKS = [
	['scripts/lintCode.mjs'],
	['node_modules/prettier/bin/prettier.cjs', '--check', '.'],
	['scripts/lintProse.mjs'],
];
const FIXES = [
	['node_modules/eslint/bin/eslint.js', '--config', 'eslint.project.mjs', '.', '--fix'],
	['node_modules/prettier/bin/prettier.cjs', '--write', '.'],
];

const passes = (args) =>
	new Promise((resolve) => {
		spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).once('close', (status) =>
			resolve(status === 0),
		);
	});

await installWhenNeeded();
const results = [];
if (process.argv.includes('--fix')) for (const fix of FIXES) results.push(await passes(fix));
else results.push(...(await Promise.all(CHECKS.map(passes))));
if (results.includes(false)) process.exitCode = 1;
