import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { CSV_LEAD, rowsOf } from './read';
import { cases } from '../../support/long';

const cell = fc.oneof(
	fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', '\r', ' ', 'é', '😀', '0', '=') }),
	fc.string({ unit: 'grapheme' }),
	fc.constantFrom('', '000123', '1E5', 'USD', 'Credit', '2026-03-01T00:00:00Z'),
);

const table = fc
	.integer({ min: 1, max: 6 })
	.chain((columns) =>
		fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
			minLength: 1,
			maxLength: 8,
		}),
	)
	// One line that nothing follows may be a message.
	.filter((rows) => rows.flat().join('') !== '');

interface Style {
	lineEnd: '\n' | '\r\n';
	quoteAll: boolean;
}

const style = fc.record<Style>({ lineEnd: fc.constantFrom('\n', '\r\n'), quoteAll: fc.boolean() });

/** Quotes what has to be; a lone empty cell too, as a blank line could mean anything. */
function write(rows: string[][], { lineEnd, quoteAll }: Style): string {
	const quoted = (text: string, alone: boolean) =>
		quoteAll || /[",\r\n]/.test(text) || (alone && text === '')
			? `"${text.replaceAll('"', '""')}"`
			: text;
	return rows
		.map((row) => row.map((text) => quoted(text, row.length === 1)).join(',') + lineEnd)
		.join('');
}

/** Surely names of columns. */
const headerOf = (rows: string[][]) =>
	Array.from(rows[0], (_, index) => (index === 0 ? 'CaseNumber' : `c_${index}`));

test('Random tables come out as csv-parse reads them, whatever the pieces they arrive in', async () => {
	await fc.assert(
		fc.asyncProperty(table, style, fc.integer({ min: 1, max: 40 }), async (rows, how, chunk) => {
			const [header, report] = [[headerOf(rows)], rows].map((lines) => write(lines, how));
			const isRow = (cells: string[]) => cells.some((one) => one !== '');
			const parsed = parse(header + report, { columns: true, record_delimiter: how.lineEnd });
			const read = await rowsOf(report, {}, { lead: header + CSV_LEAD, chunk });
			expect(read).toEqual(parsed.filter((row) => isRow(Object.values(row as object))));
			expect(read.map((row) => Object.values(row))).toEqual(rows.filter(isRow));
		}),
		{ numRuns: cases(150) },
	);
});
