import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

await installWhenNeeded();
await runJest(['test/load'], {
	prepare: () => ({ LOAD_ITEMS: process.env.LOAD_ITEMS ?? '10000' }),
});
