import { createRequire } from 'node:module';
import { installWhenNeeded } from './install.mjs';

const OLDEST_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
	console.error(
		`npm start needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
	);
	console.error('Install a newer Node and run npm start again.');
	process.exit(1);
}

let installing = true;
process.once('exit', (code) => {
	if (!installing || code === 0) return;
	console.error('\nThe packages of the project could not be installed.');
	console.error('Check the network connection and the free disk space, then run npm start again.');
});
installWhenNeeded();
installing = false;
const { register } = await import('tsx/cjs/api');
register();
await createRequire(import.meta.url)('../host/start.ts').main(process.argv.slice(2));
