import fc from 'fast-check';
import { cellsOf, workbookOf } from './book';
import { cases } from '../../support/long';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly string[][]) =>
	rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

/** What a cell holds that no spreadsheet takes is replaced; everything else comes back. */
const kept = (text: string) =>
	text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');

const cell = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(
		...[
			...['=1+1', ' a ', '_x0041_', '_X0041_', '_x005F_x0041_', '\n', '\r\n', '\t', '&amp;'],
			...[']]>', '<t>'],
		],
		...['007', '1e5', '-1', '0.1', 'TRUE', '2026-03-01', '12345678901234567890', "'", '"'],
	),
);

test('Any table comes back as it was', async () => {
	const tables = fc
		.integer({ min: 1, max: 30 })
		.chain((width) =>
			fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
		)
		// Empty cells make no row.
		.map((rows) => rows.filter((row) => row.join('') !== ''))
		.filter(({ length }) => length > 0);
	await fc.assert(
		fc.asyncProperty(tables, async (rows) => {
			const headings = rows[0].map((_, index) => `c${index}`);
			const made = await workbookOf(csvOf([headings, ...rows]));
			expect(made.summary.rows).toBe(rows.length);
			const cells = cellsOf(made, 'Report').slice(1);
			expect(cells).toEqual(rows.map((row) => row.map(kept)));
			const { '!ref': ref, '!autofilter': filter } = made.book.Sheets.Report;
			expect(filter).toEqual({ ref });
		}),
		{ numRuns: cases(30) },
	);
});
