import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import lockAddresses from './lockAddresses.js';
import npm from './npm.js';

export const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = `${root}package-lock.json`;
/** npm reads it in place of the lock file. It is there for the time of an install. */
const lockWithAddresses = `${root}npm-shrinkwrap.json`;

/** Runs a command in the project's root and ends this process with it when it fails. */
export function run(command, args, options = {}) {
	const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
	if (error) console.error(`${command} could not be started: ${error.message}`);
	if (status !== 0) process.exit(status ?? 1);
}

/** Runs npm until it ends. If we are stopped, it stops too. */
async function installPackages() {
	// Not npm ci: it refuses a lock file without the binaries of other platforms, which a registry may not have.
	const { command, args } = npm.npmCommand([
		...['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
	]);
	const config = npm.npmCommand(['config', 'get', 'registry', '--silent']);
	const asked = spawnSync(config.command, config.args, { cwd: root, encoding: 'utf8' });
	if (asked.status === 0) lockAddresses.addAddresses(lockFile, lockWithAddresses, asked.stdout);
	const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
	let stopped = false;
	const stop = () => {
		stopped = true;
		child.kill('SIGTERM');
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, stop);
	const status = await new Promise((resolve) => {
		child.once('error', (error) => {
			console.error(`npm could not be started: ${error.message}`);
			resolve(1);
		});
		child.once('close', resolve);
	});
	for (const signal of signals) process.off(signal, stop);
	rmSync(lockWithAddresses, { force: true });
	if (stopped) {
		console.log('\nStopped. Run the command again to go on.');
		process.exit(130);
	}
	return status === 0;
}

/** Installs what package-lock.json names, unless this very lock file is installed already. */
export async function installWhenNeeded() {
	const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
	const stamp = `${root}node_modules/.installed-from`;
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
	console.log('Installing the packages of package-lock.json (about a minute) …');
	if (!(await installPackages())) {
		console.error('\nThe packages of the project could not be installed; npm says why above.');
		console.error(
			'Check the network connection (and the proxy settings of npm), the free disk space, and that you may write to this folder. Then run the command again.',
		);
		process.exit(1);
	}
	writeFileSync(stamp, lock);
}

if (argv[1] === fileURLToPath(import.meta.url)) await installWhenNeeded();
