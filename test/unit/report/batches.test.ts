import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { readContentChoices } from '../../../nodes/shared/content/choices';
import { toOutput } from '../../../nodes/shared/content/toOutput';
import { problemOf, rowsOf } from './read';
import { cases } from '../../support/long';

interface Batch {
	firstRow: number | null;
	lastRow: number | null;
	rows: IDataObject[];
	done: boolean;
	endNotice?: string;
	nextCursor: string | null;
}

const hints: string[] = [];
const context = {
	logger: { warn: () => undefined },
	addExecutionHints: ({ message }: { message: string }) => hints.push(message),
} as unknown as IExecuteFunctions;

/** How many bytes went over the wire. */
let sent = 0;
let download: Readable;

async function* pieces(bytes: Uint8Array, size: number) {
	for (let at = 0; at < bytes.length; at += size) {
		const piece = bytes.subarray(at, at + size);
		sent += piece.length;
		yield piece;
	}
}

/** As the editor has them. */
function optionsOf({ rowOptions }: IDataObject): IDataObject {
	const { filters, ...options } = (rowOptions ?? {}) as IDataObject;
	return { ...options, rowFilter: filters ?? {} };
}

/** `piece`: how many bytes come at once. */
const SERVICE = { piece: 100, mimeType: 'text/csv', key: 'a', about: {} };

async function batchOf(
	report: Uint8Array,
	more: IDataObject = {},
	sends: Partial<typeof SERVICE> = {},
): Promise<{ batch: Batch; rowsRead: number }> {
	const { piece, mimeType, key, about } = { ...SERVICE, ...sends };
	const parameters: IDataObject = { output: 'oneBatch', batchSize: 10, ...more };
	const choices = readContentChoices((name, fallback) =>
		name === 'options' ? optionsOf(parameters) : (parameters[name] ?? fallback),
	);
	download = Readable.from(pieces(report, piece), { highWaterMark: 1 });
	const stream = { bytes: download, contentType: mimeType, completeness: () => 'unknown' as const };
	const source = { stream, mimeType, fileName: 'report', metadata: {}, key, ...about };
	const { items, rowsRead = 0 } = await toOutput(context, [source], choices);
	return { batch: items[0].json as unknown as Batch, rowsRead };
}

async function inBatches(
	report: Uint8Array,
	sizes: number[],
	batchSize: number,
	options: IDataObject = {},
) {
	const batches: Batch[] = [];
	let rowsRead = 0;
	for (let cursor: string | null = ''; cursor !== null;) {
		const piece = sizes[batches.length % sizes.length];
		const read = await batchOf(report, { batchSize, cursor, ...options }, { piece });
		batches.push(read.batch);
		rowsRead += read.rowsRead;
		cursor = read.batch.nextCursor;
		if (cursor !== null) expect(read.batch.rows).toHaveLength(batchSize);
	}
	return { batches, rowsRead };
}

const cell = fc.oneof(
	fc.constantFrom('', 'USD', '000123', '12.50'),
	fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '<', '&', ' x') }),
);
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** How large the pieces of each download are. */
const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 });
const batchSize = fc.integer({ min: 1, max: 9 });

const csv = fc
	.record({
		lines: fc.array(fc.tuple(fc.constantFrom('id1', 'id2'), cell, cell), { maxLength: 12 }),
		lineEnd: fc.constantFrom('\n', '\r\n'),
		head: fc.constantFrom('', '\uFEFF', 'Deposit Report,1.0,2026-03-01 to 2026-03-02\n'),
	})
	.map(({ lines, lineEnd, head }) => {
		const records = [['RequestID', 'Amount', 'Comments'], ...lines];
		const text = head + records.map((record) => record.map(quoted).join() + lineEnd).join('');
		return Buffer.from(text);
	});

const csvOptions = fc.record({
	rowOptions: fc.constantFrom(
		{},
		{ columns: 'Comments, RequestID' },
		{ filters: { conditions: [{ column: 'RequestID', comparison: 'equals', value: 'id1' }] } },
	),
});

describe('One batch after the other', () => {
	afterEach(() => expect(download.destroyed).toBe(true));

	it('leaves no download open, and none of what is no report', async () => {
		const page = Buffer.from('<html>'.padEnd(5000));
		expect(await problemOf(batchOf(page))).toContain('did not send a report');
	});

	it('gives the rows of a CSV report, each once, whatever the service sends', async () => {
		await fc.assert(
			fc.asyncProperty(csv, sizes, batchSize, csvOptions, async (report, chunks, size, options) => {
				const whole = await rowsOf(report, options.rowOptions);
				const all = await rowsOf(report);
				const { batches, rowsRead } = await inBatches(report, chunks, size, options);
				expect(batches.flatMap(({ rows }) => rows)).toEqual(whole);
				expect(rowsRead).toBe(all.length);
			}),
			{ numRuns: cases(50) },
		);
	});

	const LINES = Array.from({ length: 1000 }, (_, index) => `${index},${index}.50`);
	const REPORT = Buffer.from(`RequestID,Amount\n${LINES.join('\n')}\n`);
	const first = async (more: IDataObject = {}) => (await batchOf(REPORT, more)).batch;

	it('numbers the rows and reads no further than the batch needs', async () => {
		sent = 0;
		const batch = await first();
		expect(batch).toMatchObject({ firstRow: 1, lastRow: 10, done: false });
		expect(batch.endNotice).toBeUndefined();
		expect(sent).toBeLessThan(2000);
		sent = 0;
		expect(await first({ cursor: batch.nextCursor })).toMatchObject({ firstRow: 11, lastRow: 20 });
		expect(sent).toBeLessThan(3000);
	});

	it('numbers the rows that pass the filter, and no others', async () => {
		const filters = { conditions: [{ column: 'RequestID', comparison: 'contains', value: '0' }] };
		const rowOptions = { filters };
		const none = { conditions: [{ column: 'RequestID', comparison: 'empty' }] };
		expect(await first({ rowOptions: { filters: none } })).toEqual({
			...{ firstRow: null, lastRow: null, done: true, nextCursor: null, rows: [] },
			endNotice: expect.stringContaining('rows may be missing at its end') as string,
		});
		const { nextCursor: cursor, ...batch } = await first({ rowOptions });
		expect(batch).toMatchObject({ firstRow: 1, lastRow: 10 });
		expect(await first({ rowOptions, cursor })).toMatchObject({ firstRow: 11, lastRow: 20 });
	});

	it('ends with the last row, also where the batch is full there', async () => {
		const batch = await first({ batchSize: 1000 });
		expect(batch).toMatchObject({ lastRow: 1000, done: true, nextCursor: null });
		expect(batch.endNotice).toContain('rows may be missing at its end');
		const { nextCursor } = await first({ batchSize: 990 });
		expect(await first({ cursor: nextCursor })).toMatchObject({ lastRow: 1000, done: true });
	});

	it.each(['oneBatch', 'rows'])('of a report goes by its type and zone: %s', async (output) => {
		const report = Buffer.from('PaymentData.Amount,CaseTime\n5,2026-03-01T08:30:00\n');
		const metadata = { timeZone: 'Asia/Tokyo', reportDate: '2026-03-01' };
		const about = { definition: 'PayerAuthDetailClass', metadata };
		const rowOptions = { addColumns: ['kind'], showTimesIn: 'UTC' };
		const { batch } = await batchOf(report, { output, rowOptions }, { about });
		const row = { kind: 'noMoney', CaseTime: '2026-02-28 23:30:00' };
		const { reportDate } = metadata;
		expect(batch).toMatchObject(output === 'rows' ? row : { reportDate, rows: [row] });
	});

	it('names the row of the whole report in an error', async () => {
		const broken = Buffer.from(REPORT.toString().replace('\n14,14.50', '\n14'));
		const { nextCursor: cursor } = (await batchOf(broken)).batch;
		const byte = broken.indexOf('\n14\n') + 2;
		expect(await problemOf(batchOf(broken, { cursor }))).toContain(`At row 15, byte ${byte}:`);
	});

	describe('of an XML report whose rows have no column of a name', () => {
		const XML = Buffer.from(
			`<Report><Rows>${'<Row ID="1"><A>a</A></Row>'.repeat(9)}</Rows></Report>`,
		);
		const shownFor = async (rowOptions: IDataObject, batchSize = 3) => {
			hints.length = 0;
			const sends = { mimeType: 'application/xml' };
			const { batch } = await batchOf(XML, { batchSize, rowOptions }, sends);
			const ofFirst = hints.splice(0);
			if (batch.nextCursor === null) return ofFirst;
			await batchOf(XML, { batchSize, rowOptions, cursor: batch.nextCursor }, sends);
			return [ofFirst, hints.splice(0)];
		};
		const filters = { conditions: [{ column: 'Typo', comparison: 'notEquals', value: '1' }] };
		const missing = (field: string) =>
			`No row that was read has the column "Typo" (${field}). Check the spelling. The columns are: ID, A.`;

		it('says with the first batch that it cannot be kept', async () => {
			expect(await shownFor({ columns: 'Typo' })).toEqual([[missing('Columns to Keep')], []]);
			expect(await shownFor({ columns: 'A' })).toEqual([[], []]);
		});

		it('says with each batch, and with a whole report, that it cannot decide', async () => {
			const shown = [missing('Row Filter')];
			expect(await shownFor({ filters })).toEqual([shown, shown]);
			expect(await shownFor({ filters }, 100)).toEqual(shown);
		});
	});

	describe('refuses', () => {
		const goOn = async (more: IDataObject = {}, report = REPORT, key = 'a') => {
			const { nextCursor: cursor } = await first();
			return (await batchOf(report, { cursor, ...more }, { key })).batch;
		};

		it('nothing where nothing changed', async () => {
			expect(await goOn()).toMatchObject({ firstRow: 11 });
			expect(await goOn({ batchSize: 20 })).toMatchObject({ lastRow: 30 });
		});

		it.each([
			['another next row', REPORT.toString().replace('\n10,10.50', '\n10,99.50')],
			['another row before it', REPORT.toString().replace('\n2,2.50', '\n2,9.50')],
			['other columns', REPORT.toString().replace('Amount', 'Change')],
			['fewer rows', REPORT.toString().slice(0, 50)],
		])('a report with %s', async (_name, text) => {
			expect(await problemOf(goOn({}, Buffer.from(text)))).toBe(
				'The file does not begin as it did for the last batch. The report changed, or the service sent something else. Run this batch again with the same cursor. If it keeps failing, discard the batches so far and start with an empty cursor. (may pass)',
			);
		});

		it('a cursor of another report', async () => {
			expect(await problemOf(goOn({}, REPORT, 'b'))).toBe(
				'Cursor: it belongs to another report. Use an empty cursor for the first batch of each report.',
			);
		});

		it('a cursor of a report that is not there any more', async () => {
			const { nextCursor: cursor } = await first();
			const gone = batchOf(REPORT, { cursor }, { about: { stream: undefined } });
			expect(await problemOf(gone)).toMatch(
				/^The service sent no report, although more rows follow the last batch\. Check .* order the/,
			);
			download.destroy();
		});

		it('a cursor that is cut off or made up', async () => {
			const { nextCursor } = await first();
			const madeUp: unknown[] = [nextCursor?.slice(0, -1), 'abc', '12', 12, true, [nextCursor], {}];
			for (const cursor of madeUp as string[]) {
				expect(await problemOf(first({ cursor }))).toBe(
					'Cursor: this is not a cursor, or a part of it is missing. Use nextCursor of the last batch, or leave it empty for the first batch.',
				);
			}
			expect(await first({ cursor: ' ' })).toMatchObject({ firstRow: 1 });
		});
	});
});
