import { createRequire } from 'node:module';
import { installWhenNeeded } from './install.mjs';

await installWhenNeeded();
const { register } = await import('tsx/cjs/api');
register();
await createRequire(import.meta.url)('../host/start.ts').main(process.argv.slice(2));
