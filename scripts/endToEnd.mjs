import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installWhenNeeded, root } from './install.mjs';

/** Ends what the tests started and could not end themselves. */
function endStrays(file) {
	for (const pid of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
		try {
			process.kill(-Number(pid), 'SIGKILL');
		} catch {
			// It ended by itself, as it should.
		}
	}
}

/** Runs jest to its end; Ctrl-C reaches jest by itself, and we stay to clean up after it. */
async function runJest(env, args) {
	const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
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

/** Runs the tests of one jest configuration in the real n8n, and closes with how many passed. */
export async function endToEnd(config, args = process.argv.slice(2)) {
	installWhenNeeded();
	const work = mkdtempSync(path.join(tmpdir(), 'merchant-e2e-run-'));
	const started = path.join(work, 'started');
	const results = path.join(work, 'results.json');
	writeFileSync(started, '');
	const exitCode = await runJest({ E2E_WORK: work, MERCHANT_STARTED: started }, [
		`--config=${config}`,
		'--json',
		`--outputFile=${results}`,
		...args,
	]);
	endStrays(started);
	const { passed, failed } = count(results, exitCode);
	rmSync(work, { recursive: true, force: true });
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}
