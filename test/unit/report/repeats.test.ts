import type { IDataObject } from 'n8n-workflow';

import { rowsOf } from './read';

const ROWS = 20_000;

/** A text of this length that differs from others in one place only. */
const almost = (length: number, place: number, letter: string): string =>
	`${'x'.repeat(place)}${letter}${'x'.repeat(length - place - 1)}`;

const COLUMNS: Record<string, (row: number) => string> = {
	few: (row) => ['USD', 'EUR', '', 'JPY'][row % 4],
	many: (row) => `2026-03-01T08:${String(row % 60).padStart(2, '0')}:${10 + (row % 17)}Z`,
	tooMany: (row) => String((row * 7919) % ROWS),
	fewAtFirst: (row) => (row < 5000 ? 'same' : `other ${row}`),
	manyAtFirst: (row) => (row < 5000 ? `other ${row}` : 'same'),
	zeros: (row) => '\0'.repeat(row % 9),
	accents: (row) =>
		['é', 'è', 'ée', 'éé', '漢字', '漢字漢', 'é'.repeat(20), 'é'.repeat(21)][row % 8],
	long: (row) => 'z'.repeat(38 + (row % 6)),
	sameButOne: (row) => almost(1 + (row % 44), row % (1 + (row % 44)), 'abc'[row % 3]),
};

const names = Object.keys(COLUMNS);
const expected = Array.from({ length: ROWS }, (_, row) =>
	Object.fromEntries(names.map((name) => [name, COLUMNS[name](row)])),
);

/** Jest takes seconds to compare so many rows. */
const isSame = (row: IDataObject, other: IDataObject): boolean =>
	names.every((name) => row[name] === other[name]);

it.each([1 << 16, 977])(
	'Cells whose values repeat stay what they are, in pieces of %s bytes',
	async (chunk) => {
		const lines = expected.map((row) => names.map((name) => row[name]).join());
		const rows = await rowsOf(`${names.join()}\n${lines.join('\n')}\n`, {}, { chunk });
		const wrong = rows.findIndex((row, index) => !isSame(row, expected[index]));
		expect(rows[wrong]).toEqual(expected[wrong]);
		expect(rows).toHaveLength(ROWS);
	},
);
