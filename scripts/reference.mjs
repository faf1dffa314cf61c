import { installWhenNeeded } from './install.mjs';
import { runJest } from './jest.mjs';

/**
 * Writes docs/reference, the recipes, the messages in the guides and the page of dialects, from the descriptions of
 * the nodes, the catalog, the examples and what earlier runs recorded.
 */
await installWhenNeeded();
await runJest(['test/package/reference', 'test/dialects/page'], {
	prepare: () => ({ WRITE_REFERENCE: '1' }),
});
