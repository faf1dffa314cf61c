import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './install.mjs';

/** In MB, for what is soon garbage: with V8's own 16 MB, a fifth of the time of the tests goes into collecting it. */
const YOUNG_GENERATION = 64;

/** Ctrl-C reaches jest by itself, and we stay to clean up after it. */
async function untilEnd(args, env) {
	const options = [`--max-semi-space-size=${YOUNG_GENERATION}`, 'node_modules/jest/bin/jest.js'];
	const jest = spawn(process.execPath, [...options, ...args], {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ...env },
	});
	process.on('SIGINT', () => {});
	process.on('SIGTERM', () => jest.kill('SIGTERM'));
	return await new Promise((resolve) => jest.once('close', resolve));
}

/** A file that could not even be run counts as a failure, and so does a runner that died. */
function count(results, exitCode) {
	if (!existsSync(results)) return { passed: 0, failed: 1 };
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
		readFileSync(results, 'utf8'),
	);
	const failed = numFailedTests + numRuntimeErrorTestSuites;
	return { passed: numPassedTests, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

/**
 * Runs jest and closes with how many tests passed. `prepare` gets the folder in which everything temporary
 * of the run lies and gives its environment; `cleanUp` runs before that folder goes, whatever happened.
 */
export async function runJest(args, { prepare = () => ({}), cleanUp = () => {} } = {}) {
	const work = mkdtempSync(path.join(tmpdir(), 'merchant-services-run-'));
	try {
		const results = path.join(work, 'results.json');
		const env = { TMPDIR: work, ...(await prepare(work)) };
		const exitCode = await untilEnd([...args, '--json', `--outputFile=${results}`], env);
		const { passed, failed } = count(results, exitCode);
		console.log(`${passed} passed, ${failed} failed`);
		process.exitCode = failed === 0 ? 0 : 1;
	} finally {
		cleanUp(work);
		rmSync(work, { recursive: true, force: true });
	}
}
