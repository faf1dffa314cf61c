import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/** Writes down how each journey ends under every single reading, and docs/dialects.md from it. */
await installWhenNeeded();
await runJest(['test/dialects/readings.test.ts'], { prepare: () => ({ WRITE_DIALECTS: '1' }) });
