// npm run audit: known vulnerabilities of the libraries in the bundles. They are devDependencies, so that
// "npm audit --omit=dev" does not see them, and without that it names every tool. Needs a build.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { root } from './install.mjs';
import npm from './npm.js';

/** As the build lists them: a line with name and version, then the licence, then a line of dashes. */
const bundled = readFileSync(`${root}/dist/THIRD-PARTY-LICENSES.txt`, 'utf8')
	.split(/^-{72}$/m)
	.map((entry) => entry.trim().split(/\s/, 2));

const { command, args } = npm.npmCommand(['audit', '--json']);
const { stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
const { vulnerabilities, message } = JSON.parse(stdout);
if (vulnerabilities === undefined) throw new Error(`npm could not audit the packages: ${message}`);

const affected = bundled.filter(([name]) => name in vulnerabilities);
for (const [name, version] of affected) {
	console.error(`${name} ${version} is bundled and vulnerable: ${vulnerabilities[name].severity}`);
}
console.log(`${bundled.length} bundled libraries, ${affected.length} with known vulnerabilities`);
process.exitCode = affected.length === 0 ? 0 : 1;
