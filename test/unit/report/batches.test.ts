import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readContentChoices } from '../../../nodes/shared/content/choices';
import type { BatchChoices, ContentChoices } from '../../../nodes/shared/content/choices';
import { partAfter } from '../../../nodes/shared/content/cursor';
import { oneBatch } from '../../../nodes/shared/content/oneBatch';
import { problemOf, rowsOf } from './read';

type Choices = BatchChoices & Pick<ContentChoices, 'read'>;

interface Batch {
	firstRow: number | null;
	lastRow: number | null;
	rows: IDataObject[];
	done: boolean;
	nextCursor: string | null;
}

interface Service {
	/** Whether it sends the part that is asked for. */
	sendsParts: boolean;
	/** In how large pieces it sends. */
	piece: number;
	mimeType: string;
	key?: string;
	etag?: string;
}

const context = {
	logger: { warn: () => undefined },
	addExecutionHints: () => undefined,
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

async function batchOf(
	report: Uint8Array,
	{ sendsParts, piece, mimeType, key = 'a', etag }: Service,
	parameters: IDataObject,
) {
	const read = (name: string, fallback: unknown) => parameters[name] ?? fallback;
	const choices = readContentChoices(read, { isInBatches: true }) as Choices;
	const from = sendsParts ? (partAfter(choices.cursor)?.from ?? 0) : 0;
	const stream = {
		bytes: Readable.from(pieces(report.subarray(from), piece), { highWaterMark: 1 }),
		contentType: mimeType,
		from,
		version: { size: report.length, etag },
		ending: () => 'length' as const,
	};
	const source = { stream, mimeType, fileName: 'report', metadata: {}, key };
	const { items, control } = await oneBatch(context, [source], choices);
	return { batch: items[0].json as unknown as Batch, control };
}

async function inBatches(
	report: Uint8Array,
	service: Service,
	batchSize: number,
	options: IDataObject = {},
) {
	const batches: Batch[] = [];
	let rowsRead = 0;
	for (let cursor = ''; ;) {
		const { batch, control } = await batchOf(report, service, {
			output: 'oneBatch',
			batchSize,
			cursor,
			...options,
		});
		batches.push(batch);
		rowsRead += control.rowsRead ?? 0;
		expect(control.readToEnd).toBe(batch.done);
		expect(control.checked.length > 0).toBe(batch.done);
		if (batch.nextCursor === null) return { batches, rowsRead };
		expect(batch.rows).toHaveLength(batchSize);
		cursor = batch.nextCursor;
	}
}

/** A batch of an XML report cannot know the columns that only later rows have. */
function withAllColumns(rows: IDataObject[], whole: IDataObject[]): IDataObject[] {
	const empty = Object.fromEntries(Object.keys(whole[0] ?? {}).map((name) => [name, '']));
	return rows.map((row) => ({ ...empty, ...row }));
}

const cell = fc.oneof(
	fc.constantFrom('', 'USD', '000123', '12.50'),
	fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '<', '&', ' x') }),
);
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const service = fc.record({
	sendsParts: fc.boolean(),
	piece: fc.integer({ min: 1, max: 200 }),
});
const batchSize = fc.integer({ min: 1, max: 9 });

const csv = fc
	.record({
		lines: fc.array(fc.tuple(fc.constantFrom('id1', 'id2'), cell, cell), { maxLength: 12 }),
		lineEnd: fc.constantFrom('\n', '\r\n'),
		head: fc.constantFrom('', '\uFEFF', 'Deposit Report,1.0,2026-03-01 to 2026-03-02\n'),
		isZipped: fc.boolean(),
		isUtf16: fc.boolean(),
	})
	.map(({ lines, lineEnd, head, isZipped, isUtf16 }) => {
		const records = [['RequestID', 'Amount', 'Comments'], ...lines];
		const text = head + records.map((record) => record.map(quoted).join() + lineEnd).join('');
		const bytes = isUtf16
			? Buffer.from(`\uFEFF${text.replace('\uFEFF', '')}`, 'utf16le')
			: Buffer.from(text);
		return isZipped ? gzipSync(bytes) : bytes;
	});

const element = fc.record({
	name: fc.constantFrom('A', 'B', 'n:A', 'Item'),
	attribute: fc.option(cell, { nil: undefined }),
	content: cell,
	inner: fc.option(cell, { nil: undefined }),
});
const xml = fc
	.array(fc.record({ batch: fc.nat(3), elements: fc.array(element, { maxLength: 4 }) }), {
		minLength: 1,
		maxLength: 12,
	})
	.map((rows) => {
		const written = rows.map(({ batch, elements }, index) => {
			const content = elements.map(({ name, attribute, content: text, inner }) => {
				const tag = attribute === undefined ? name : `${name} p="${escaped(quoteless(attribute))}"`;
				const child = inner === undefined ? '' : `<A>${escaped(inner)}</A>`;
				return `<${tag}>${child === '' ? escaped(text) : child}</${name}>`;
			});
			return `<Batch BatchID="${batch}"><Requests><Request id="${index}">${content.join('')}</Request></Requests></Batch>`;
		});
		return Buffer.from(
			`<?xml version="1.0"?>\n<Report Name="R"><Batches>${written.join('\n')}</Batches></Report>`,
		);
	});
const quoteless = (text: string) => text.replaceAll('"', '').replaceAll('\n', ' ');

const xmlOptions = fc.record({
	rowOptions: fc.constantFrom({}, { columns: 'id, A' }),
	fileOptions: fc.record({
		rowElement: fc.constantFrom('', 'Request'),
		repeated: fc.constantFrom('number', 'rows'),
		wrapperAttributes: fc.boolean(),
	}),
});

const csvOptions = fc.record({
	rowOptions: fc.constantFrom(
		{},
		{ columns: 'Comments, RequestID' },
		{ filters: { conditions: [{ column: 'RequestID', comparison: 'equals', value: 'id1' }] } },
	),
	valueOptions: fc.constantFrom({}, { emptyCells: 'null' }),
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
					const whole = await rowsOf(report, { ...options.rowOptions, ...options.valueOptions });
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
			{ numRuns: 150 },
		);
	});

	it('gives the rows of an XML report, each once, whatever the service sends', async () => {
		await fc.assert(
			fc.asyncProperty(
				xml,
				service,
				batchSize,
				xmlOptions,
				async (report, sends, size, options) => {
					const whole = await rowsOf(report, { ...options.rowOptions, ...options.fileOptions });
					const { batches } = await inBatches(
						report,
						{ ...sends, mimeType: 'application/xml' },
						size,
						options,
					);
					const rows = batches.flatMap((batch) => batch.rows);
					expect(withAllColumns(rows, whole)).toEqual(whole);
					expect(Object.keys(rows.at(-1) ?? {})).toEqual(Object.keys(whole.at(-1) ?? {}));
				},
			),
			{ numRuns: 150 },
		);
	});

	const LINES = Array.from({ length: 1000 }, (_, index) => `${index},${index}.50`);
	const REPORT = Buffer.from(`RequestID,Amount\n${LINES.join('\n')}\n`);
	const SERVICE: Service = { sendsParts: true, piece: 100, mimeType: 'text/csv' };
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
		expect(sent).toBeLessThan(2000);
	});

	it('ends with the last row, also where the batch is full there', async () => {
		const batch = await first({ batchSize: 1000 });
		expect(batch).toMatchObject({ lastRow: 1000, done: true, nextCursor: null });
		const { nextCursor } = await first({ batchSize: 990 });
		expect(await first({ cursor: nextCursor })).toMatchObject({ lastRow: 1000, done: true });
	});

	it('ends with First Rows Only', async () => {
		const rowOptions = { firstRows: 15 };
		const { nextCursor } = await first({ rowOptions });
		expect(await first({ rowOptions, cursor: nextCursor })).toMatchObject({
			firstRow: 11,
			lastRow: 15,
			done: true,
		});
	});

	it('names the row of the whole report in an error', async () => {
		const broken = Buffer.from(REPORT.toString().replace('\n14,14.50', '\n14'));
		const parameters = { output: 'oneBatch', batchSize: 10 };
		const { batch } = await batchOf(broken, SERVICE, parameters);
		const { nextCursor: cursor } = batch;
		const byte = broken.indexOf('\n14\n') + 2;
		for (const sendsParts of [true, false]) {
			const sends = { ...SERVICE, sendsParts };
			expect(await problemOf(batchOf(broken, sends, { ...parameters, cursor }))).toContain(
				`At row 15, byte ${byte}:`,
			);
		}
	});

	describe('refuses', () => {
		const goOn = async (
			change: { report?: Buffer; sends?: Partial<Service>; more?: IDataObject } = {},
		) => {
			const { nextCursor: cursor } = await first({}, { etag: '"1"' });
			const parameters = { output: 'oneBatch', batchSize: 10, cursor, ...change.more };
			const sends = { ...SERVICE, etag: '"1"', ...change.sends };
			return (await batchOf(change.report ?? REPORT, sends, parameters)).batch;
		};
		const CHANGED = 'The report changed after the last batch';

		it('nothing where nothing changed', async () => {
			expect(await goOn()).toMatchObject({ firstRow: 11 });
			expect(await goOn({ more: { batchSize: 20 } })).toMatchObject({ lastRow: 30 });
			expect(await goOn({ sends: { etag: undefined } })).toMatchObject({ firstRow: 11 });
		});

		it('a report of another size', async () => {
			const report = Buffer.concat([REPORT, Buffer.from('1000,1.00\n')]);
			expect(await problemOf(goOn({ report }))).toBe(CHANGED);
		});

		it('a report with another ETag', async () => {
			expect(await problemOf(goOn({ sends: { etag: '"2"' } }))).toBe(CHANGED);
		});

		it('a report whose next row is another one', async () => {
			const report = Buffer.from(REPORT.toString().replace('\n10,10.50', '\n10,99.50'));
			for (const sendsParts of [true, false]) {
				expect(await problemOf(goOn({ report, sends: { sendsParts } }))).toBe(CHANGED);
			}
		});

		it('a report with other columns, where the service sends all of it', async () => {
			const report = Buffer.from(REPORT.toString().replace('Amount', 'Change'));
			expect(await problemOf(goOn({ report, sends: { sendsParts: false } }))).toBe(CHANGED);
		});

		it('a cursor of another report', async () => {
			expect(await problemOf(goOn({ sends: { key: 'b' } }))).toContain('another report');
		});

		it('a cursor of other options', async () => {
			const more = { rowOptions: { columns: 'Amount' } };
			expect(await problemOf(goOn({ more }))).toContain('not those of the last batch');
		});

		it('a cursor that is cut off or made up', async () => {
			const { nextCursor } = await first();
			for (const cursor of [nextCursor?.slice(0, -1), 'abc', '12']) {
				expect(await problemOf(first({ cursor }))).toContain('not a cursor');
			}
		});

		it('keys of whole rows, which need all rows', async () => {
			expect(await problemOf(first({ rowOptions: { rowKey: 'row' } }))).toContain('Row Key');
		});
	});
});
