import { type Report, runReport as run } from './reportNode';

const csv = (content: string): Report => ({ content, mimeType: 'text/csv' });
const xml = (content: string): Report => ({ content, mimeType: 'application/xml' });

const OCTOBER = csv('RequestID,Amount,Currency\n1,15.50,USD\n2,15.50,USD\n');
const NOVEMBER = csv('RequestID,Amount,Currency\n3,15.50,USD\n');
const EMPTY = csv('RequestID,Amount,Currency\n');

describe('Parts of a report are one result', () => {
	test('whose totals are added up across the parts, and that says how many rows were read', async () => {
		const conditions = [{ column: 'RequestID', comparison: 'notEquals', value: '1' }];
		const options = { rowFilter: { conditions } };
		const { json, read } = await run([OCTOBER, EMPTY, NOVEMBER], { output: 'totals', options });
		expect(json).toMatchObject([{ currency: 'USD', count: 2, unclassified: '31.00' }]);
		expect(read).toEqual({ rowsRead: 3 });
	});

	test('with all columns in each row, empty where a part has none, and no cell of another part', async () => {
		const { json } = await run([
			csv('A,B\n1,x\n'),
			csv('C,A\ny,2\n'),
			xml('<R><r><B>z</B></r></R>'),
		]);
		expect(json).toEqual([
			{ A: '1', B: 'x', C: '' },
			{ A: '2', B: '', C: 'y' },
			{
				...{ A: '', B: 'z', C: '' },
				endNotice: 'A later part of the report has columns that the first one lacks: C.',
			},
		]);
	});

	test('with a column that is chosen by the end of its name, and files of those that have data', async () => {
		const towns = ['x', 'y'].map((town) => csv(`BillTo.City\n${town}\n`));
		const { json } = await run(towns, { options: { columns: 'City' } });
		expect(json).toEqual([{ City: 'x' }, { City: 'y' }]);
		const without = { ...EMPTY, about: { stream: undefined } };
		expect((await run([without, OCTOBER], { output: 'file' })).items).toHaveLength(1);
	});

	test.each([
		['rows', 'RequestID,Amount\n1\n', 'the row has 1 cells'],
		['file', '\n', 'blank lines'],
	])('or nothing: an error in one of them names the part, as %s', async (output, part, words) => {
		const { error, items } = await run([OCTOBER, csv(part)], { output });
		expect(items).toEqual([]);
		expect(error?.message).toContain(words);
		expect(error?.description).toMatch(/This is in part 2 of 2\. (Choose File|It may be)/);
	});

	test('with the name and the days of all, and files with their own', async () => {
		const metadata = {
			periodStart: '2026-09-30T15:00:00Z',
			timeZone: 'Asia/Tokyo',
			organizationId: 'o',
		};
		const named = { reportName: 'Autumn', reportIds: [], partsWithoutData: ['May'] };
		const whole = { ...metadata, periodEnd: '2026-11-30T15:00:00Z', ...named };
		const about = { metadata, whole };
		const parts = [OCTOBER, NOVEMBER].map((part) => ({ ...part, about }));
		const made = async (output: string, options = {}) => {
			const { json, items } = await run(parts, { output, options });
			return [
				items.length,
				items[0].binary?.data.fileName,
				json[0].periodStart,
				json[0].reportName,
				json[0].organizationId,
			];
		};
		const ofPart = ['daily- sales-eu.csv', '2026-10-01T00:00:00.000+09:00', undefined, 'o'];
		expect(await made('file')).toEqual([2, ...ofPart]);
		const { json } = await run(parts, { output: 'totals' });
		const notes = expect.arrayContaining(['No data: May']) as string[];
		expect(json).toMatchObject([{ periodStart: ofPart[1], notes }]);
		expect((await run(parts)).hints).toEqual(['No data: May.']);
		const ofAll = ['Autumn 2026-10-01 to 2026-11-30.csv', metadata.periodStart, 'Autumn', 'o'];
		const options = { spreadsheetFormat: 'commaAndPoint' };
		expect(await made('workbook', options)).toEqual([1, ...ofAll]);
	});
});

test('An amount of a report in JSON that is none is refused by its row, and what lacks is empty', async () => {
	const rows = [
		{ Amount: '1', Note: null, fundedCount: 3 },
		{ Amount: 'x', fundedCount: '0' },
	];
	const about = { stream: undefined, json: { columns: ['Amount', 'Note', 'fundedCount'], rows } };
	const { json } = await run({ ...EMPTY, about });
	expect(json).toEqual([
		{ Amount: '1', Note: '', fundedCount: 3 },
		{ Amount: 'x', Note: '', fundedCount: 0 },
	]);
	const { error } = await run({ ...EMPTY, about }, { options: { amounts: 'number' } });
	expect(error?.message).toContain('At row 2: Amount is "x"');
});

test.each(['', '[ '])('An error in JSON is no report, whatever its type: %j', async (before) => {
	const { error } = await run(
		csv(`${before}{ "reason": "SYSTEM_ERROR", "message": "Try later" }\n`),
	);
	expect(error?.message).toContain('came as JSON');
});
