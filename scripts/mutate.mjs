// npm run mutate [-- group …]: changes the code of each group in one place at a time and runs its unit tests.
// Writes what it found to test/mutation/scores.json and docs/operate/guarantees.md. What is already there of a group
// explains the changes that no test notices; a new one without a reason is an error, and so is a low score.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

import groups from '../test/mutation/groups.js';
import page from '../test/mutation/section.js';
import { installWhenNeeded, root } from './install.mjs';

await installWhenNeeded();
const { format, resolveConfig } = await import('prettier');

const LEAST = 80;
const SCORES = `${root}test/mutation/scores.json`;
const PAGE = `${root}docs/operate/guarantees.md`;

const read = (file) => readFileSync(file, 'utf8');
const write = async (file, text) =>
	writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));

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
	return JSON.parse(read(`${root}coverage/mutation/${group}/report.json`)).files;
}

/** Where a change is and what it is, without the number of its line, which changes all the time. */
function changeIn(file, source, { location: { start, end }, replacement }) {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const last = lines.length - 1;
	const parts = lines.map((text, index) =>
		text.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
	);
	const shortened = (text) => {
		const line = text.replace(/\s+/g, ' ').trim();
		return line.length > 100 ? `${line.slice(0, 100)}…` : line;
	};
	return {
		file,
		line: shortened(lines[0]),
		from: shortened(parts.join(' ')),
		to: shortened(replacement),
	};
}

const isSame = (a, b) => ['file', 'line', 'from', 'to'].every((key) => a[key] === b[key]);

function resultOf(files, known) {
	const mutants = Object.entries(files).flatMap(([file, { source, mutants: all }]) =>
		all.map((mutant) => ({ ...mutant, change: () => changeIn(file, source, mutant) })),
	);
	const counted = mutants.filter(({ status }) => !['Ignored', 'CompileError'].includes(status));
	const survivors = counted
		.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
		.map(({ change }) => change())
		.map((change) => ({ ...change, why: known.find((one) => isSame(one, change))?.why ?? '' }));
	return { mutants: counted.length, noticed: counted.length - survivors.length, survivors };
}

const scores = JSON.parse(read(SCORES));
const asked = process.argv.slice(2);
for (const group of asked.length > 0 ? asked : Object.keys(groups.GROUPS)) {
	const result = resultOf(mutate(group), scores[group]?.survivors ?? []);
	scores[group] = result;
	await write(SCORES, JSON.stringify(scores));
	const score = (100 * result.noticed) / result.mutants;
	const unexplained = result.survivors.filter(({ why }) => why === '');
	console.log(`${group}: ${score.toFixed(1)} % of ${result.mutants} changes noticed`);
	for (const { file, line, from, to } of unexplained) {
		console.log(`No test notices, and no reason is given: ${file}: ${line}\n\t${from}\n\t${to}`);
	}
	if (score < LEAST || unexplained.length > 0) process.exitCode = 1;
}
await write(PAGE, page.withSection(read(PAGE), page.sectionOf(scores)));
