import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/** Of each property: some 200,000 in all. */
const CASES = '12500';

await installWhenNeeded();
await runJest(['test/fuzz'], { prepare: () => ({ FUZZ_CASES: process.env.FUZZ_CASES ?? CASES }) });
