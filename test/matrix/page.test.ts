import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { withTable } from './page';

const ROOT = path.join(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/operate/guarantees.md');

/** Set by `npm run matrix -- --write`, when the outcomes are written down. */
const isWriting = process.env.MATRIX === 'write';

describe('docs/operate/guarantees.md', () => {
	it('has the table that npm run matrix writes', () => {
		const page = readFileSync(PAGE, 'utf8');
		if (isWriting) writeFileSync(PAGE, withTable(page));
		else expect(page).toBe(withTable(page));
	});

	it('names tests that exist', () => {
		const named = readFileSync(PAGE, 'utf8').match(/test\/[\w/.]+\.test\.ts/g) ?? [];
		expect(named.length).toBeGreaterThan(20);
		expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
	});
});
