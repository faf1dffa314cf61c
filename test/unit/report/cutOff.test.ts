import { gzipSync } from 'node:zlib';
import { problemOf, rowsOf } from './read';

const CSV = Buffer.from(
	'Deposit Report,1.0,2026-03-01 to 2026-03-02,merchant01\r\n' +
		'RequestID,"Name, full",Amount\r\n' +
		'0001,"Zoë ""Z"" O\r\nline two",12.50\r\n' +
		'0002,,\r\n' +
		'0003,"x",-1\r\n',
);

const XML = Buffer.from(
	'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE Report SYSTEM "https://x.example/a.dtd">\n' +
		'<Report Name="Deposit"><!-- note --><Batches><Batch BatchID="7"><Requests>' +
		'<Request ID="1"><BillTo><City>Köln &amp; Bonn</City></BillTo><Note><![CDATA[<b>]]></Note></Request>' +
		"<Request ID='2'><BillTo><City/></BillTo><Note>x</Note></Request>" +
		'</Requests></Batch></Batches></Report>',
);

const xml = { mimeType: 'application/xml' };
const PLACE = /row \d+, byte [\d,]+/;

const cuts = (report: Buffer) =>
	Array.from({ length: report.length }, (_, length) => report.subarray(0, length));

describe('A report that is cut off', () => {
	test('the samples are read where they are whole', async () => {
		expect(await rowsOf(CSV)).toHaveLength(3);
		expect(await rowsOf(XML, {}, xml)).toHaveLength(2);
	});

	test('at any byte of a CSV report of known length is an error that says where', async () => {
		for (const part of cuts(CSV)) {
			const message = await problemOf(rowsOf(part, {}, { contentLength: CSV.length }));
			expect(message).toMatch(PLACE);
		}
	});

	test('at any byte by a broken connection is an error that says where', async () => {
		for (const [report, how] of [
			[CSV, {}],
			[XML, xml],
		] as const) {
			for (const part of cuts(report)) {
				const broken = { ...how, breaks: new Error('aborted') };
				const message = await problemOf(rowsOf(part, {}, broken));
				expect(message).toMatch(PLACE);
			}
		}
	});

	test('of unknown length is an error anywhere but after a whole row', async () => {
		const wholeRows = new Set([0]);
		const text = CSV.toString('latin1');
		for (const row of ['merchant01\r\n', 'Amount\r\n', '12.50\r\n', ',,\r\n']) {
			wholeRows.add(text.indexOf(row) + row.length);
		}
		for (const part of cuts(CSV)) {
			if (wholeRows.has(part.length)) continue;
			expect(await problemOf(rowsOf(part))).toMatch(PLACE);
		}
	});

	test('at any byte of an XML report is an error, of whatever length it says it is', async () => {
		for (const part of cuts(XML)) {
			for (const contentLength of [undefined, part.length, XML.length]) {
				const message = await problemOf(rowsOf(part, {}, { ...xml, contentLength }));
				expect(message).toMatch(PLACE);
			}
		}
	});

	test('at any byte of a zipped report is an error', async () => {
		const zipped = gzipSync(CSV);
		expect(await rowsOf(zipped)).toHaveLength(3);
		for (const part of cuts(zipped).slice(2)) {
			expect(await problemOf(rowsOf(part))).toMatch(PLACE);
		}
	});

	test('is not confused with one whose last line has no end, if its length proves it or the user says so', async () => {
		const report = 'id,name\n1,Ann';
		expect(await problemOf(rowsOf(report))).toContain('its last line has no end');
		await expect(rowsOf(report)).rejects.toMatchObject({
			advice: expect.stringContaining('"Last Line Without a Line End"') as string,
		});
		const rows = [{ id: '1', name: 'Ann' }];
		expect(await rowsOf(report, {}, { contentLength: report.length })).toEqual(rows);
		expect(await rowsOf(report, { openEnd: 'accept' })).toEqual(rows);
		expect(await rowsOf(gzipSync(report))).toEqual(rows);
		expect(
			await problemOf(rowsOf('id,name\n1', { openEnd: 'accept', shortRows: 'pad' })),
		).toContain('cut off at row 1');
	});
});
