// node scripts/audit.mjs: known vulnerabilities of the libraries in the bundles. Needs a build. With --release, three more things
// are an error: a registry that cannot be asked, an address in package.json that is still a placeholder, and an installed
// package that is not the one that the lock file names.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import addresses from './addresses.js';
import advisories from './advisories.js';
import { root } from './install.mjs';
import npm from './npm.js';

const isRelease = process.argv.includes('--release');
const placeholders = addresses.placeholdersIn(
	JSON.parse(readFileSync(`${root}package.json`, 'utf8')),
);
if (isRelease && placeholders.length > 0) {
	console.error(
		`Nothing is published while these addresses in package.json are placeholders: ${placeholders.join(', ')}.`,
	);
	process.exit(1);
}

const licenses = `${root}dist/THIRD-PARTY-LICENSES.txt`;
if (!existsSync(licenses)) {
	console.error('There is no build to check. Run "npm run build" first.');
	process.exit(1);
}
const bundled = advisories.bundledIn(readFileSync(licenses, 'utf8'));
const packagesIn = (lock) => JSON.parse(readFileSync(`${root}${lock}`, 'utf8')).packages;
const packages = packagesIn('package-lock.json');
const others = advisories.notLocked(packagesIn('node_modules/.package-lock.json'), packages);
if (isRelease && others.length > 0) {
	console.error(`Nothing is published with packages that the lock file does not name: ${others}.`);
	process.exit(1);
}

const { command, args } = npm.npmCommand(['audit', '--json']);
const { stdout, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });

/** npm may print nothing, or something that is not JSON. */
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
	process.exitCode = isRelease ? 1 : 0;
} else {
	for (const line of affected) console.error(line);
	console.log(`${bundled.length} bundled libraries checked: ${names}`);
	console.log(`${affected.length} known vulnerabilities`);
	process.exitCode = affected.length === 0 ? 0 : 1;
}
