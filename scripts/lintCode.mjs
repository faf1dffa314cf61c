// node scripts/lintCode.mjs: types and ESLint on one program, so that everything is read and checked once.
import { ESLint } from 'eslint';
import ts from 'typescript';

import { root } from './install.mjs';

const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
	`${root}tsconfig.json`,
	{ incremental: false, tsBuildInfoFile: undefined },
	{
		...ts.sys,
		onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
			throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
		},
	},
);
const program = ts.createProgram(fileNames, options);
const wrong = [...errors, ...ts.getPreEmitDiagnostics(program)];
if (wrong.length > 0) {
	console.error(ts.formatDiagnosticsWithColorAndContext(wrong, ts.createCompilerHost(options)));
}

const eslint = new ESLint({
	cwd: root,
	overrideConfigFile: 'eslint.project.mjs',
	overrideConfig: {
		files: ['**/*.ts'],
		languageOptions: { parserOptions: { projectService: false, programs: [program] } },
	},
});
const results = await eslint.lintFiles('.');
const formatter = await eslint.loadFormatter('stylish');
const found = await formatter.format(results);
if (found !== '') console.error(found);
if (wrong.length > 0 || results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;
