import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { catalogPage } from './catalog';
import { operationsPage } from './operations';
import { recipesPage } from './recipes';

/** Set by `npm run reference`: the pages are written instead of compared. */
const isWriting = process.env.WRITE_REFERENCE === '1';

const DOCS = path.resolve(__dirname, '../../../docs');

const NODES = {
	MerchantReporting: new MerchantReporting().description,
	MerchantInvoicing: new MerchantInvoicing().description,
};

const PAGES: Record<string, () => string> = {
	'reference/operations.md': () => operationsPage(NODES),
	'reference/report-fields.md': catalogPage,
	'use/recipes.md': recipesPage,
};

/** Compares the page with what the code says, or writes it. */
function check(name: string, text: string): void {
	const file = path.join(DOCS, name);
	if (isWriting) {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
	expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}

describe('docs', () => {
	it.each(Object.keys(PAGES))('%s says what the code says (npm run reference)', (name) => {
		check(name, PAGES[name]());
	});
});
