import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

await installWhenNeeded();
await runJest(process.argv.slice(2));
