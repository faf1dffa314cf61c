import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

await installWhenNeeded();
await runJest(['--coverage', ...process.argv.slice(2)]);
