import fc from 'fast-check';
import { SheetNames } from '../../../nodes/shared/spreadsheet/sheets';

const names = () => new SheetNames(['Totals', 'About']);

test('A sheet is called as wished where spreadsheets take the name', () => {
	expect(names().give('Daily 2026-03-01')).toBe('Daily 2026-03-01');
});

test.each([
	['Sales: EU/US [1]?*', 'Sales  EU US  1'],
	["'quoted'", 'quoted'],
	["' 'abc", 'abc'],
	["abc' '", 'abc'],
	["' ' ' x ' '", 'x'],
	["' '", 'Sheet'],
	['\u0000\n', 'Sheet'],
	['', 'Sheet'],
	['totals', 'totals 2'],
	['History', 'History 2'],
	['Daily transactions report 2026-03-01', 'Daily transa…report 2026-03-01'],
])('%j becomes %j', (wish, name) => {
	expect(names().give(wish)).toBe(name);
});

test('Names that differ in case only are the same to a spreadsheet, and get numbers', () => {
	const given = names();
	expect(['Sales', 'SALES', 'sales', 'Sales 2'].map((wish) => given.give(wish))).toEqual([
		...['Sales', 'SALES 2', 'sales 3', 'Sales 2 2'],
	]);
	expect(['\ufb01ne', 'FINE', 'stra\u00dfe', 'STRASSE'].map((wish) => given.give(wish))).toEqual([
		...['\ufb01ne', 'FINE 2', 'stra\u00dfe', 'STRASSE 2'],
	]);
});

test('Whatever is wished for, all names are legal and different', () => {
	const wishes = fc.array(
		fc.oneof(
			fc.string({ unit: 'binary', maxLength: 60 }),
			fc.constantFrom('Report', 'REPORT', 'a'.repeat(40), '😀'.repeat(20), "'", 'History'),
		),
		{ maxLength: 30 },
	);
	fc.assert(
		fc.property(wishes, (list) => {
			const given = names();
			const all = list.map((wish) => given.give(wish));
			const folded = all.map((name) => name.toLowerCase());
			expect(new Set([...folded, 'totals', 'about', 'history']).size).toBe(all.length + 3);
			for (const name of all) {
				expect(name.length).toBeGreaterThan(0);
				expect(name.length).toBeLessThanOrEqual(31);
				expect(name).not.toMatch(/[\u0000-\u001f[\]:*?/\\]|^'|'$/);
				expect(Buffer.from(name).toString()).toBe(name);
			}
		}),
	);
});
