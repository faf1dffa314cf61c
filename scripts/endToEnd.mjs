import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

const startedIn = (work) => path.join(work, 'started');

/** Ends what the tests started and could not end themselves. */
function endStrays(work) {
	for (const pid of readFileSync(startedIn(work), 'utf8').split('\n').filter(Boolean)) {
		try {
			process.kill(-Number(pid), 'SIGKILL');
		} catch {
			// It ended by itself, as it should.
		}
	}
}

/** Runs the tests of one jest configuration in the real n8n. */
export async function endToEnd(config, args = process.argv.slice(2)) {
	await installWhenNeeded();
	await runJest([`--config=${config}`, ...args], {
		prepare: (work) => {
			writeFileSync(startedIn(work), '');
			return { E2E_WORK: work, MERCHANT_STARTED: startedIn(work) };
		},
		cleanUp: endStrays,
	});
}
