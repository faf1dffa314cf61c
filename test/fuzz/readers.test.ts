import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import type { IDataObject } from 'n8n-workflow';

import { Refusal } from '../../nodes/shared/problem';
import { rowsOf } from '../unit/report/read';
import { fuzz } from './fuzz';

/** The rows, or the words with which the report is refused; any other error fails the test. */
async function readingOf(
	report: Uint8Array,
	chunk: number,
	mimeType: string,
	options: IDataObject,
): Promise<IDataObject[] | string> {
	try {
		return await rowsOf(report, options, { chunk, mimeType });
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}

const chunk = fc.integer({ min: 1, max: 50 });

const piecesOf = (...pieces: string[]): fc.Arbitrary<Buffer> =>
	fc
		.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 60 })
		.map((parts) => Buffer.from(parts.join('')));

const csv = piecesOf(
	'"',
	'""',
	',',
	'\n',
	'\r\n',
	'\r',
	'a',
	'1.50',
	' ',
	'\uFEFF',
	'\0',
	'é',
	'😀',
	'=1',
	';',
	'\t',
);

const xml = fc
	.array(
		fc.constantFrom(
			...['<R>', '</R>', '<Row>', '</Row>', '<A>', '</A>', '<A/>', '<A p="1">', ' q=', '"', "'"],
			...[
				'<!--',
				'-->',
				'<![CDATA[',
				']]>',
				']]',
				'<?x ?>',
				'<!DOCTYPE R [',
				'<!ENTITY a "b">',
				']>',
			],
			...[
				'&amp;',
				'&#65;',
				'&#x110000;',
				'&a;',
				'&',
				'<',
				'>',
				'x',
				' ',
				'\n',
				'é',
				'😀',
				'\0',
				'\uFEFF',
			],
		),
		{ maxLength: 60 },
	)
	.map((parts) => Buffer.from(`<R><Request>${parts.join('')}</Request></R>`));

/** Anything, cut and joined: a report in which bytes were lost, doubled or changed. */
const damaged = fc
	.tuple(fc.nat(400), fc.uint8Array({ maxLength: 4 }), fc.nat(8))
	.map(([at, bytes, lost]) => (report: string) => {
		const whole = Buffer.from(report);
		return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + lost)]);
	});

const CSV_REPORT = `Report,Daily\n\nid,amount,currency,name\n${'001,12.50,USD,"Lee, Ann"\n'.repeat(12)}`;
const XML_REPORT = `<?xml version="1.0" encoding="utf-8"?>\n<Report xmlns="a"><Rows>${'<Row id="1"><A>12.50</A><B p="x">é</B></Row>'.repeat(8)}</Rows></Report>`;

describe('The reader of CSV', () => {
	fuzz(
		'gives the same for the same bytes, in whatever pieces',
		fc.tuple(csv, chunk),
		async ([report, size]) => {
			const whole = await readingOf(report, report.length + 1, 'text/csv', {});
			expect(await readingOf(report, size, 'text/csv', {})).toEqual(whole);
		},
	);

	fuzz('is never confused by damage', fc.tuple(damaged, chunk), async ([damage, size]) => {
		await readingOf(damage(CSV_REPORT), size, 'text/csv', {});
	});
});

describe('The reader of XML', () => {
	const XML = 'application/xml';

	fuzz(
		'gives the same for the same bytes, in whatever pieces',
		fc.tuple(xml, chunk),
		async ([report, size]) => {
			const whole = await readingOf(report, report.length + 1, XML, {});
			expect(await readingOf(report, size, XML, {})).toEqual(whole);
		},
	);

	fuzz('refuses what is no XML', fc.tuple(xml, chunk), async ([report, size]) => {
		const read = await readingOf(report, size, XML, {});
		if (typeof read !== 'string') expect(XMLValidator.validate(report.toString())).toBe(true);
	});

	fuzz('is never confused by damage', fc.tuple(damaged, chunk), async ([damage, size]) => {
		await readingOf(damage(XML_REPORT), size, XML, {});
	});
});
