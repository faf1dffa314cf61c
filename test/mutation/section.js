'use strict';

const { GROUPS } = require('./groups.js');

/** The section "Mutation" of docs/operate/guarantees.md, from what the last run of each group found. */
exports.sectionOf = (scores) => {
	const rows = Object.entries(GROUPS).map(([group, { files }]) => {
		const { mutants, noticed, survivors } = scores[group];
		const score = ((100 * noticed) / mutants).toFixed(1);
		const names = files.map((file) => `\`${file}\``).join(', ');
		return `| ${group} | ${names} | ${mutants} | ${survivors.length} | ${score} % |`;
	});
	const reasons = new Map();
	for (const { survivors } of Object.values(scores)) {
		for (const { why } of survivors) reasons.set(why, (reasons.get(why) ?? 0) + 1);
	}
	const lines = [...reasons]
		.sort(([, a], [, b]) => b - a)
		.map(([why, count]) => `- ${count}: ${why}`);
	return `## Mutation

\`npm run mutate\` changes the code in one place at a time and runs the unit tests of the group. A test must fail. Each group must reach 80 %. Texts for users are not changed. Code that runs while a file loads (tables, patterns) is changed in money, period and retry only.

| Group | Files | Changes | Not noticed | Score |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

Why no test noticed the others (each one is in \`test/mutation/scores.json\`):

${lines.join('\n')}

`;
};

/** The page with the section in its place. */
exports.withSection = (page, section) => page.replace(/## Mutation\n[^]*?(?=## )/, section);
