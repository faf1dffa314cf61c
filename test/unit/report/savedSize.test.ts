import type { IDataObject } from 'n8n-workflow';
import { SavedSize } from '../../../nodes/shared/content/rows';
import { distinctRows, USUAL } from '../../bench/reportMixes';

type Make = (row: number) => IDataObject;

const wide = (cell: (row: number, column: number) => string): Make => {
	const columns = Array.from({ length: 100 }, (_, column) => `Group.Column${column}`);
	return (row) => Object.fromEntries(columns.map((name, column) => [name, cell(row, column)]));
};
const likeReports = (): Make => {
	const rows = distinctRows(Infinity, USUAL);
	return () => {
		const cells = rows.next().value as string[];
		return Object.fromEntries(USUAL.columns.map((name, column) => [name, cells[column]]));
	};
};

/** What n8n saves, as it saves it: by flatted, with the other things that an execution holds. */
async function saved(items: readonly object[]) {
	const { stringify } = await import('flatted');
	return stringify({ resultData: { runData: { Node: [{ data: { main: [items] } }] } } });
}

describe('What n8n will have to save of rows', () => {
	test.each<[string, () => Make, number]>([
		['one column of identifiers', () => (row) => ({ id: `${1e7 + row}` }), 20_000],
		['one column of few values', () => (row) => ({ c: ['USD', 'EUR'][row % 2] }), 20_000],
		['one column of numbers', () => (row) => ({ Amount: row / 100, c: null }), 20_000],
		['25 columns, some of which repeat', likeReports, 8_000],
		['100 columns, all different', () => wide((row, column) => `${row}-${column}`), 1_500],
		['100 columns, most empty', () => wide((row, n) => (n % 10 ? '' : `${row} "x" ${n}`)), 3_000],
	])('is estimated, and never too low: %s', async (_, shape, count) => {
		const make = shape();
		const rows = Array.from({ length: count }, (__, row) => make(row));
		const pairedItem = { item: 0 };
		for (const [rowsAre, items] of [
			['item', rows.map((json) => ({ json, pairedItem }))],
			['listed', [{ json: { batch: 1, rows }, pairedItem }]],
		] as const) {
			const size = new SavedSize(rowsAre);
			for (const row of rows) size.see(row);
			const text = await saved(items);
			const ratio = size.estimate.length / text.length;
			expect(ratio).toBeGreaterThan(0.99);
			expect(ratio).toBeLessThan(1.15);
			const positions = (JSON.parse(text) as unknown[]).length;
			expect(size.estimate.positions / positions).toBeGreaterThan(0.99);
			expect(size.estimate.positions / positions).toBeLessThan(1.4);
		}
	});

	const few = Array.from({ length: 1000 }, (_, row) =>
		wide((__, n) => (n % 10 ? '' : `${row}`))(row),
	);
	const mostEmpty: Make = (row) => few[row % few.length];
	const warningAfter = (rows: number, make: Make) => {
		const size = new SavedSize('item');
		for (let row = 0; row < rows; row++) size.see(make(row));
		return size.warning();
	};

	test('is not spoken of while there is room', () => {
		expect(warningAfter(0, () => ({}))).toBeUndefined();
		expect(warningAfter(80_000, mostEmpty)).toBeUndefined();
		expect(warningAfter(2_000_000, (row) => ({ id: `${row}` }))).toBeUndefined();
	});

	test.each<[string, number, Make]>([
		['by its length', 120_000, mostEmpty],
		['by how many different texts it has', 3_000_000, (row) => ({ id: `${row}` })],
	])('is warned of well before saving fails, %s', (_, rows, make) => {
		const warning = warningAfter(rows, make);
		expect(warning).toMatch(
			new RegExp(
				`^This report makes ${rows.toLocaleString('en-US')} rows, about \\d+ MB when saved: \\d\\d %`,
			),
		);
		expect(warning).toContain('Invalid string length');
		expect(warning).toContain('One Batch of Rows');
	});
});
