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
	nextCursor: string | null;
}

interface Service {
	/** In how large pieces it sends. */
	piece: number;
	mimeType: string;
	key?: string;
}

/** What the user was shown above the output. */
const hints: string[] = [];
const context = {
	logger: { warn: () => undefined },
	addExecutionHints: ({ message }: { message: string }) => hints.push(message),
} as unknown as IExecuteFunctions;

/** How many bytes went over the wire. */
let sent = 0;

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

async function batchOf(
	report: Uint8Array,
	{ piece, mimeType, key = 'a' }: Service,
	parameters: IDataObject,
) {
	const read = (name: string, fallback: unknown) =>
		name === 'options' ? optionsOf(parameters) : (parameters[name] ?? fallback);
	const choices = readContentChoices(read);
	const stream = {
		bytes: Readable.from(pieces(report, piece), { highWaterMark: 1 }),
		contentType: mimeType,
		ending: () => 'length' as const,
	};
	const source = { stream, mimeType, fileName: 'report', metadata: {}, key };
	const { items, rowsRead = 0 } = await toOutput(context, [source], choices);
	return { batch: items[0].json as unknown as Batch, rowsRead };
}

async function inBatches(
	report: Uint8Array,
	{ pieces: sizes, mimeType }: { pieces: number[]; mimeType: string },
	batchSize: number,
	options: IDataObject = {},
) {
	const batches: Batch[] = [];
	let rowsRead = 0;
	for (let cursor = ''; ;) {
		const piece = sizes[batches.length % sizes.length];
		const { batch, rowsRead: own } = await batchOf(
			report,
			{ piece, mimeType },
			{
				output: 'oneBatch',
				batchSize,
				cursor,
				...options,
			},
		);
		batches.push(batch);
		rowsRead += own;
		if (batch.nextCursor === null) return { batches, rowsRead };
		expect(batch.rows).toHaveLength(batchSize);
		cursor = batch.nextCursor;
	}
}

const cell = fc.oneof(
	fc.constantFrom('', 'USD', '000123', '12.50'),
	fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '<', '&', ' x') }),
);
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** How large the pieces of each download are. */
const service = fc.record({
	pieces: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 }),
});
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
	it('gives the rows of a CSV report, each once, whatever the service sends', async () => {
		await fc.assert(
			fc.asyncProperty(
				csv,
				service,
				batchSize,
				csvOptions,
				async (report, sends, size, options) => {
					const whole = await rowsOf(report, options.rowOptions);
					const all = await rowsOf(report);
					const { batches, rowsRead } = await inBatches(
						report,
						{ ...sends, mimeType: 'text/csv' },
						size,
						options,
					);
					expect(batches.flatMap(({ rows }) => rows)).toEqual(whole);
					expect(rowsRead).toBe(all.length);
				},
			),
			{ numRuns: cases(50) },
		);
	});

	const LINES = Array.from({ length: 1000 }, (_, index) => `${index},${index}.50`);
	const REPORT = Buffer.from(`RequestID,Amount\n${LINES.join('\n')}\n`);
	const SERVICE: Service = { piece: 100, mimeType: 'text/csv' };
	const first = async (more: IDataObject = {}, sends: Partial<Service> = {}) =>
		(
			await batchOf(
				REPORT,
				{ ...SERVICE, ...sends },
				{ output: 'oneBatch', batchSize: 10, ...more },
			)
		).batch;

	it('numbers the rows and reads no further than the batch needs', async () => {
		sent = 0;
		const batch = await first();
		expect(batch).toMatchObject({ firstRow: 1, lastRow: 10, done: false });
		expect(sent).toBeLessThan(2000);
		sent = 0;
		expect(await first({ cursor: batch.nextCursor })).toMatchObject({ firstRow: 11, lastRow: 20 });
		expect(sent).toBeLessThan(3000);
	});

	it('numbers the rows that pass the filter, and no others', async () => {
		const filters = { conditions: [{ column: 'RequestID', comparison: 'contains', value: '0' }] };
		const rowOptions = { filters };
		const { nextCursor: cursor, ...batch } = await first({ rowOptions });
		expect(batch).toMatchObject({ firstRow: 1, lastRow: 10 });
		expect(await first({ rowOptions, cursor })).toMatchObject({ firstRow: 11, lastRow: 20 });
	});

	it('ends with the last row, also where the batch is full there', async () => {
		const batch = await first({ batchSize: 1000 });
		expect(batch).toMatchObject({ lastRow: 1000, done: true, nextCursor: null });
		const { nextCursor } = await first({ batchSize: 990 });
		expect(await first({ cursor: nextCursor })).toMatchObject({ lastRow: 1000, done: true });
	});

	it('leaves out a total in the last batch', async () => {
		const report = Buffer.from('RequestID,Amount,Note\n1,2,x\n2,3,x\n3,4,x\nTotal,9,\n');
		const { batches } = await inBatches(report, { pieces: [7], mimeType: 'text/csv' }, 2);
		expect(batches.map(({ rows }) => rows.length)).toEqual([2, 1]);
	});

	it('names the row of the whole report in an error', async () => {
		const broken = Buffer.from(REPORT.toString().replace('\n14,14.50', '\n14'));
		const parameters = { output: 'oneBatch', batchSize: 10 };
		const { batch } = await batchOf(broken, SERVICE, parameters);
		const { nextCursor: cursor } = batch;
		const byte = broken.indexOf('\n14\n') + 2;
		expect(await problemOf(batchOf(broken, SERVICE, { ...parameters, cursor }))).toContain(
			`At row 15, byte ${byte}:`,
		);
	});

	describe('of an XML report whose rows have no column of a name', () => {
		const XML = Buffer.from(
			`<Report><Rows>${'<Row ID="1"><A>a</A></Row>'.repeat(9)}</Rows></Report>`,
		);
		const shownFor = async (rowOptions: IDataObject, batchSize = 3) => {
			hints.length = 0;
			const service = { ...SERVICE, mimeType: 'application/xml' };
			const parameters = { output: 'oneBatch', batchSize, rowOptions };
			const { batch } = await batchOf(XML, service, parameters);
			const ofFirst = hints.splice(0);
			if (batch.nextCursor === null) return ofFirst;
			await batchOf(XML, service, { ...parameters, cursor: batch.nextCursor });
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
		const goOn = async (
			change: { report?: Buffer; sends?: Partial<Service>; more?: IDataObject } = {},
		) => {
			const { nextCursor: cursor } = await first();
			const parameters = { output: 'oneBatch', batchSize: 10, cursor, ...change.more };
			const sends = { ...SERVICE, ...change.sends };
			return (await batchOf(change.report ?? REPORT, sends, parameters)).batch;
		};

		it('nothing where nothing changed', async () => {
			expect(await goOn()).toMatchObject({ firstRow: 11 });
			expect(await goOn({ more: { batchSize: 20 } })).toMatchObject({ lastRow: 30 });
		});

		it.each([
			['another next row', REPORT.toString().replace('\n10,10.50', '\n10,99.50')],
			['another row before it', REPORT.toString().replace('\n2,2.50', '\n2,9.50')],
			['other columns', REPORT.toString().replace('Amount', 'Change')],
			['fewer rows', REPORT.toString().slice(0, 50)],
		])('a report with %s', async (_name, text) => {
			expect(await problemOf(goOn({ report: Buffer.from(text) }))).toBe(
				'The file does not begin as it did for the last batch',
			);
		});

		it('a cursor of another report', async () => {
			expect(await problemOf(goOn({ sends: { key: 'b' } }))).toContain('another report');
		});

		it('a cursor that is cut off or made up', async () => {
			const { nextCursor } = await first();
			const madeUp: unknown[] = [nextCursor?.slice(0, -1), 'abc', '12', 12, true, [nextCursor], {}];
			for (const cursor of madeUp as string[]) {
				expect(await problemOf(first({ cursor }))).toContain('not a cursor');
			}
			expect(await first({ cursor: ' ' })).toMatchObject({ firstRow: 1 });
		});
	});
});
