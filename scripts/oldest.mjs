import { installWhenNeeded, run } from './install.mjs';

installWhenNeeded();
const { prepareOldest, Progress } = await import('./host.mjs');
process.env.N8N_OLDEST = await prepareOldest(new Progress());
run(process.execPath, [
	'node_modules/jest/bin/jest.js',
	'--config=test/oldest/jest.config.js',
	...process.argv.slice(2),
]);
