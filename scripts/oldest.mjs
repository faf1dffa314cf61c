// node scripts/oldest.mjs: the packed package in the oldest engine of n8n that we support, in each way in which the nodes
// use an engine. With --all: all workflow tests.
import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';
import { pack, unpack } from './pack.mjs';

await installWhenNeeded();
const { prepareOldest, Progress } = await import('./host.mjs');
const oldest = await prepareOldest(new Progress());
const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== '--all');
await runJest(['--config=test/oldest/jest.config.js', ...args], {
	prepare: (work) => ({
		N8N_OLDEST: oldest,
		N8N_OLDEST_ALL: given.includes('--all') ? '1' : '',
		PACKED: unpack(pack(work), work),
	}),
});
