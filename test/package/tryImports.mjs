import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

/**
 * Lints made-up imports as if they stood in a real file of a folder, and prints which of them ESLint refuses.
 * ESLint loads its configuration in a way that jest does not allow, hence a script of its own.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const RULES = ['@typescript-eslint/no-restricted-imports', 'no-restricted-syntax'];
const eslint = new ESLint({
	cwd: root,
	overrideConfigFile: join(root, 'eslint.config.mjs'),
	ruleFilter: ({ ruleId }) => RULES.includes(ruleId),
	// These rules need no types, which take most of the time.
	overrideConfig: {
		files: ['**/*.ts'],
		languageOptions: { parserOptions: { projectService: false } },
	},
});

const fileIn = (folder) => {
	const entry = readdirSync(join(root, folder), { recursive: true })
		.map(String)
		.find((name) => name.endsWith('.ts') && !name.includes('node_modules'));
	return join(folder, entry);
};

const attempts = JSON.parse(process.argv[2]);
const verdicts = new Array(attempts.length).fill(false);
for (const from of new Set(attempts.map((attempt) => attempt.from))) {
	const owners = [];
	const lines = [];
	for (const [index, attempt] of attempts.entries()) {
		if (attempt.from !== from) continue;
		lines.push(attempt.code);
		for (const _line of attempt.code.split('\n')) owners.push(index);
	}
	const filePath = join(root, from.endsWith('.ts') ? from : fileIn(from));
	const [{ messages }] = await eslint.lintText(lines.join('\n'), { filePath });
	for (const { ruleId, line } of messages) {
		if (RULES.includes(ruleId)) verdicts[owners[line - 1]] = true;
	}
}
console.log(JSON.stringify(verdicts));
