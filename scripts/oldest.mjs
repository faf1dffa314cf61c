// node scripts/oldest.mjs: the packed package and its workflow tests in the oldest engine of n8n that we support.
import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';
import { pack, unpack } from './pack.mjs';

await installWhenNeeded();
const { prepareOldest, Progress } = await import('./host.mjs');
const oldest = await prepareOldest(new Progress());
await runJest(['--config=test/oldest/jest.config.js', ...process.argv.slice(2)], {
	prepare: (work) => ({ N8N_OLDEST: oldest, PACKED: unpack(pack(work), work) }),
});
