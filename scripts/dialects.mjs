import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/** Writes down how each journey ends under every single reading, and docs/develop/dialects.md from it. */
await installWhenNeeded();
const files = ['invoices', 'reports', 'events'].map((name) => `test/dialects/${name}.test.ts`);
await runJest([...files, '--runInBand'], { prepare: () => ({ WRITE_DIALECTS: '1' }) });
