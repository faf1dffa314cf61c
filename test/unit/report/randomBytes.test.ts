import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../../../nodes/shared/problem';
import { cases } from '../../support/long';
import { CSV_LEAD, type Reading, rowsOf, XML_LEAD } from './read';

/** The rows, or the words with which the report is refused; any other error fails the test. */
async function readingOf(report: Buffer, reading: Reading): Promise<IDataObject[] | string> {
	try {
		return await rowsOf(report, {}, reading);
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}

const joined = (pieces: fc.Arbitrary<string>, [before, after] = ['', '']) =>
	fc
		.array(pieces, { maxLength: 60 })
		.map((parts) => Buffer.from(`${before}${parts.join('')}${after}`));

const CSV_PIECES = [...'",;\t\n\r a=\0é😀\uFEFF', '""', '\r\n', '1.50', '=1'];
const XML_PIECES = [
	...'<R> </R> <Row> </Row> <A> </A> <A/> <!-- --> <![CDATA[ ]]> ]] ]> " \''.split(' '),
	...'&amp; &#65; &#x110000; &a; & < > x \n é 😀 \0 \uFEFF'.split(' '),
	...['<A p="1">', ' q=', '<?x ?>', '<!DOCTYPE R [', '<!ENTITY a "b">', ' '],
];
const xml = joined(fc.constantFrom(...XML_PIECES), ['<Request>', '</Request></R>']);

/** Anything, cut and joined: a report in which bytes were lost, doubled or changed. */
const damaged = (report: string) =>
	fc.tuple(fc.nat(400), fc.uint8Array({ maxLength: 4 }), fc.nat(8)).map(([at, bytes, lost]) => {
		const whole = Buffer.from(report);
		return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + lost)]);
	});

const CSV_REPORT = `Report,Daily\n\nid,amount,currency,name\n${'001,12.50,USD,"Lee, Ann"\n'.repeat(12)}`;
const XML_REPORT = `${'<Request id="1"><A>12.50</A><B p="x">é</B></Request>'.repeat(8)}</R>`;
const CSV = { mimeType: 'text/csv', lead: `CaseNumber,amount,currency,BillTo.City\n${CSV_LEAD}` };
const XML = { mimeType: 'application/xml', lead: `<R><Request/>${XML_LEAD}` };

test.each([
	['CSV', CSV, joined(fc.oneof(fc.constantFrom(...CSV_PIECES), fc.string({ maxLength: 5 })))],
	['CSV with damage', CSV, damaged(CSV_REPORT)],
	['XML', XML, xml],
	['XML with damage', XML, damaged(XML_REPORT)],
])('Any bytes of %s are the same rows or refusal in whatever pieces', async (_, how, reports) => {
	await fc.assert(
		fc.asyncProperty(reports, fc.integer({ min: 1, max: 50 }), async (report, chunk) => {
			const inPieces = await readingOf(report, { ...how, chunk });
			expect(inPieces).toEqual(await readingOf(report, how));
		}),
		{ numRuns: cases(100) },
	);
});

test('What is no XML is refused', async () => {
	await fc.assert(
		fc.asyncProperty(xml, async (report) => {
			const read = await readingOf(report, XML);
			if (typeof read !== 'string')
				expect(XMLValidator.validate(`<R>${report.toString()}`)).toBe(true);
		}),
		{ numRuns: cases(200) },
	);
});
