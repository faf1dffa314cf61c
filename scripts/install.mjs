import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's root and ends this process with it when it fails. */
export function run(command, args, options = {}) {
	const { status, error } = spawnSync(command, args, {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
		...options,
	});
	if (error) console.error(`${command} could not be started: ${error.message}`);
	if (status !== 0) process.exit(status ?? 1);
}

/** Installs what package-lock.json names, unless this very lock file is installed already. */
export function installWhenNeeded() {
	const lock = createHash('sha256')
		.update(readFileSync(`${root}package-lock.json`))
		.digest('hex');
	const stamp = `${root}node_modules/.installed-from`;
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
	console.log('Installing the packages of package-lock.json (about a minute) …');
	// Not npm ci: it refuses a lock file without the binaries of other platforms, which a registry may not have.
	run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
	writeFileSync(stamp, lock);
}

if (argv[1] === fileURLToPath(import.meta.url)) installWhenNeeded();
