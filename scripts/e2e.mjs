// npm run e2e [-- file …]: the packed package in the real n8n, through its API and in a browser.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

export async function endToEnd(args) {
	await installWhenNeeded();
	await runJest(['--config=test/e2e/jest.config.js', ...args], {
		prepare: (work) => {
			writeFileSync(startedIn(work), '');
			return { E2E_WORK: work, MERCHANT_STARTED: startedIn(work) };
		},
		cleanUp: endStrays,
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await endToEnd(process.argv.slice(2));
