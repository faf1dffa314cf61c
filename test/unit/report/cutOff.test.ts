import { endNoticeOf, problemOf, rowsOf } from './read';

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
const PLACE = /row \d+, byte [\d,]+|a file with nothing in it/;
const ADVICE = / (Download the report|Try) again.*, (or )?ask the service\. \(may pass\)$/;
/** A few letters may be a message. */
const NOT_WHOLE = new RegExp(`${PLACE.source}|did not send a report`);

const cuts = (report: Buffer) =>
	Array.from({ length: report.length }, (_, length) => report.subarray(0, length));

describe('A report that is cut off', () => {
	test('the samples are read where they are whole', async () => {
		expect(await rowsOf(CSV)).toHaveLength(3);
		expect(await rowsOf(XML, {}, xml)).toHaveLength(2);
	});

	test('at any byte by a broken connection is an error that says where', async () => {
		for (const [report, how] of [
			[CSV, {}],
			[XML, xml],
		] as const) {
			for (const part of cuts(report)) {
				const breaks = Object.assign(new Error('aborted'), { description: 'Wait longer.' });
				await expect(rowsOf(part, {}, { ...how, breaks })).rejects.toMatchObject({
					message: expect.stringMatching(`row \\d, byte ${part.length}: aborted$`) as string,
					advice: 'Wait longer.',
				});
			}
		}
	});

	const NOTICES = {
		rows: expect.stringMatching(/^The service did not say how long the report is/) as string,
		endOfLine: expect.stringMatching(/^The last line of the report has no line end/) as string,
	};

	test('of unknown length is an error or told of, unless it ends with a whole line', async () => {
		for (const part of cuts(CSV)) {
			const notice = await endNoticeOf(part).catch((error: Error) => error);
			if (notice instanceof Error) expect(notice.message).toMatch(NOT_WHOLE);
			else expect(notice).toEqual(part.at(-1) === 10 ? undefined : NOTICES.endOfLine);
		}
	});

	test('at any byte of an XML report is an error, however the connection ends', async () => {
		for (const part of cuts(XML)) {
			for (const completeness of [undefined, 'length', 'unknown'] as const) {
				const message = await problemOf(rowsOf(part, {}, { ...xml, completeness }));
				expect(message).toMatch(PLACE);
				expect(message).toMatch(ADVICE);
			}
		}
	});

	test.each([
		['id,name\n1,Ann', { completeness: 'length' as const }, undefined],
		['id,name\n1,Ann\n', { completeness: 'unknown' as const }, 'rows' as const],
	])('says of %j what it may lack', async (report, reading, lack) => {
		expect(await endNoticeOf(report, {}, reading)).toEqual(lack && NOTICES[lack]);
	});
});
