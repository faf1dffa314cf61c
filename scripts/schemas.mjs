import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/** Writes the output previews of all actions from what they really put out. */
await installWhenNeeded();
await runJest(['test/workflow/schemas'], { prepare: () => ({ WRITE_SCHEMAS: '1' }) });
