// npm run audit: known vulnerabilities of the libraries in the bundles. Needs a build. A registry without an audit
// endpoint, or no network, is an error with --release only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import advisories from './advisories.js';
import { root } from './install.mjs';
import npm from './npm.js';

const licences = `${root}dist/THIRD-PARTY-LICENSES.txt`;
if (!existsSync(licences)) {
	console.error('There is no build to check. Run "npm run build" first.');
	process.exit(1);
}
const bundled = advisories.bundledIn(readFileSync(licences, 'utf8'));
const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));

const { command, args } = npm.npmCommand(['audit', '--json']);
const { stdout, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });

/** npm may end without a word, or with words that are no JSON. */
function answerOf() {
	if (error) return { message: `npm could not be started: ${error.message}` };
	try {
		return JSON.parse(stdout);
	} catch {
		return { message: `npm's answer is not JSON: ${stdout.slice(0, 200)}` };
	}
}

const { unchecked, affected = [] } = advisories.judge(bundled, answerOf(), packages);
const names = bundled.map(({ name, version }) => `${name} ${version}`).join(', ');
if (unchecked !== undefined) {
	console.error(`${bundled.length} bundled libraries could not be checked: ${unchecked}`);
	console.error(`They are ${names}.`);
	process.exitCode = process.argv.includes('--release') ? 1 : 0;
} else {
	for (const line of affected) console.error(line);
	console.log(`${bundled.length} bundled libraries checked: ${names}`);
	console.log(`${affected.length} known vulnerabilities`);
	process.exitCode = affected.length === 0 ? 0 : 1;
}
