// node scripts/mutate.mjs [group …]: changes the code of each group in one place at a time and runs its unit tests.
// Names the changes that no test notices, and fails if they are more than test/mutation/groups.js allows.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import groups from '../test/mutation/groups.js';
import { installWhenNeeded, root } from './install.mjs';

await installWhenNeeded();

/** "a/{b,c}.ts" names a/b.ts and a/c.ts. */
const named = (pattern) => {
	const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
	return names === undefined ? [pattern] : names.split(',').map((name) => before + name + after);
};

function refuseMissing({ files, tests }) {
	const gone = [...files, ...tests].flatMap(named).filter((file) => !existsSync(root + file));
	if (gone.length === 0) return;
	console.error(`test/mutation/groups.js names files that do not exist: ${gone.join(', ')}`);
	process.exit(1);
}

function mutate(group) {
	const program = 'node_modules/@stryker-mutator/core/bin/stryker.js';
	const { status } = spawnSync(
		process.execPath,
		[program, 'run', 'test/mutation/stryker.config.mjs'],
		{
			cwd: root,
			stdio: 'inherit',
			// In UTC nobody notices a time that is read in the zone of the machine.
			env: { ...process.env, MUTATION_GROUP: group, TZ: 'Asia/Kolkata' },
		},
	);
	if (status !== 0) process.exit(status ?? 1);
	const { files } = JSON.parse(
		readFileSync(`${root}coverage/mutation/${group}/report.json`, 'utf8'),
	);
	return Object.entries(files).flatMap(([file, { source, mutants }]) =>
		mutants
			.filter(({ status: end }) => !['Ignored', 'CompileError'].includes(end))
			.map((mutant) => ({ ...mutant, file, source })),
	);
}

function inWords({ file, source, location: { start }, replacement }) {
	const line = source.split('\n')[start.line - 1].trim();
	return `${file}:${start.line}: ${line}\n\t→ ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`;
}

Object.values(groups.GROUPS).forEach(refuseMissing);
const asked = process.argv.slice(2);
for (const group of asked.length > 0 ? asked : Object.keys(groups.GROUPS)) {
	const { least } = groups.GROUPS[group];
	const mutants = mutate(group);
	const unnoticed = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
	for (const mutant of unnoticed) console.log(inWords(mutant));
	const score = (100 * (mutants.length - unnoticed.length)) / mutants.length;
	console.log(
		`${group}: tests notice ${score.toFixed(1)} % of ${mutants.length} changes, ${least} % is the least`,
	);
	if (score < least) process.exitCode = 1;
}
