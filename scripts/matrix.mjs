import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/**
 * Tries every request under every fault, and fails where one ends otherwise than written down. With --write it
 * writes down what they end in, and the table of docs/operate/guarantees.md from it.
 */
const isWriting = process.argv.includes('--write');

await installWhenNeeded();
await runJest(['test/matrix/(reporting|invoicing|trigger)'], {
	prepare: () => ({ MATRIX: isWriting ? 'write' : 'whole' }),
});
if (isWriting) await runJest(['test/matrix/page'], { prepare: () => ({ MATRIX: 'write' }) });
