import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/** Writes docs/reference from the descriptions of the nodes, the catalog and the recorded samples. */
await installWhenNeeded();
await runJest(['test/package/reference'], { prepare: () => ({ WRITE_REFERENCE: '1' }) });
