// npm run test:all [-- folder …]: the tests in their long forms, with random cases of their own.
import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

await installWhenNeeded();
const seed = process.env.PROPERTY_SEED ?? String(Date.now() % 2 ** 31);
const sayHow = () => console.log(`Random cases: PROPERTY_SEED=${seed} tries the same ones again.`);
sayHow();
await runJest(process.argv.slice(2), {
	prepare: () => ({ TEST_LONG: '1', PROPERTY_SEED: seed }),
});
sayHow();
