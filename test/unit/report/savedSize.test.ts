import { sizeNotice } from '../../../nodes/shared/content/rows';

const row = (columns: number) =>
	Object.fromEntries(Array.from({ length: columns }, (_, column) => [`c${column}`, '']));

describe('What n8n will have to save of rows', () => {
	test.each([
		[0, 0],
		[2_000_000, 1],
		[150_000, 25],
		[60_000, 100],
	])('is not spoken of while there is room: %d rows of %d columns', (rows, columns) => {
		expect(sizeNotice(rows, row(columns))).toBeUndefined();
	});

	test.each([
		[2_500_000, 1],
		[300_000, 25],
		[63_000, 100],
	])('is warned of well before saving fails: %d rows of %d columns', (rows, columns) => {
		const notice = sizeNotice(rows, row(columns));
		expect(notice).toContain(`This report makes ${rows.toLocaleString('en-US')} rows.`);
		expect(notice).toContain('Invalid string length');
		expect(notice).toContain('One Batch of Rows');
	});
});
