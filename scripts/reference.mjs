import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/** Writes docs/reference and the recipes, from what the code and the examples say. */
await installWhenNeeded();
await runJest(['test/package/reference'], { prepare: () => ({ WRITE_REFERENCE: '1' }) });
