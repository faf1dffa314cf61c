import { gzipSync } from 'node:zlib';
import { read } from 'xlsx';
import { ReportSink } from '../../../nodes/shared/report/reportSink';
import { type Report, runReport as run } from './reportNode';

const CSV: Report = {
	content: 'RequestID,Amount,Currency\n001,1.50,USD\n002,2.50,USD\n003,3,EUR\n',
	mimeType: 'text/csv; charset=utf-8',
};
const XML: Report = {
	content:
		'<Report><Total>7</Total><Requests><Request ID="1"/><Request ID="2"><Late>x</Late></Request></Requests></Report>',
	mimeType: 'application/xml',
};

describe('A downloaded report comes out', () => {
	test('as a file with the right name, type and content', async () => {
		const done = await run(CSV, { output: 'file', options: { binaryPropertyName: 'report' } });
		expect(done.json).toEqual([{ reportId: 'r1', reportName: 'Daily' }]);
		expect(done.items[0].binary?.report).toMatchObject({
			fileName: 'daily- sales-eu.csv',
			fileExtension: 'csv',
			mimeType: 'text/csv',
		});
		expect((await done.binary(done.items[0], 'report')).toString()).toBe(CSV.content);
	});

	test('as a workbook, with what the columns that were chosen mean in the report', async () => {
		const content =
			'Funding.FundingAmount,Funding.FundingCurrency,EventDate,salesCount\n5,USD,20260301T0830,3\n';
		const metadata = { timeZone: 'Asia/Tokyo', reportDate: '2026-03-01' };
		const options = { columns: 'FundingAmount, EventDate, salesCount' };
		const report = { ...CSV, content, fileName: 'Daily 2026-03-01.gz', about: { metadata } };
		const done = await run(report, { output: 'workbook', options });
		expect(done.items[0].binary?.data.fileName).toBe('Daily 2026-03-01.xlsx');
		const { 'Report 2026-03-01': rows, Totals } = read(await done.binary(done.items[0])).Sheets;
		const row = { A2: { w: '5.00' }, B2: { w: '2026-03-01 17:30:00' }, C2: { t: 'n' } };
		expect(rows).toMatchObject(row);
		expect(Totals).toMatchObject({ A1: { v: '2026-03-01, Asia/Tokyo' } });
	});

	test('from XML with the same keys in each row, and a word on what is in no row', async () => {
		const rows = [
			{ ID: '1', Late: '' },
			{ ID: '2', Late: 'x' },
		];
		const done = await run(XML);
		expect(done.json).toEqual(rows);
		expect(done.hints).toEqual([expect.stringContaining('in no row: 1 × Total')]);
	});
});

const CUT = 'The report was cut off: its last element has no end';
const AGAIN = 'Download it again. If it happens each time, ask the service.';

describe('A report that is wrong', () => {
	test('is cut XML, also as a file and where its length is right', async () => {
		const whole = XML.content.toString();
		const tail = '\n<!-- checked -->\n<?end of="file"?>\n';
		for (const [content, problem] of [
			[whole + tail, undefined],
			[whole.replace(/>$/, ' >'), undefined],
			[gzipSync(whole), undefined],
			['<Report/>', undefined],
			[whole.replace('<Report>', '<r:Report>').replace('</Report>', '</r:Report>'), undefined],
			['<Berichtü><Zeile a="1"/></Berichtü>', undefined],
			['<!DOCTYPE Report SYSTEM "a"><!-- Made --><Report a="1/2"/>', undefined],
			// Its last piece is shorter than its last tag.
			[whole.replace('<Total>', '<Total>'.padStart(2011 - whole.length)), undefined],
			[`\uFEFF${whole.slice(0, -9)}`, CUT],
			['<Report><Row a="1"/><Row a="2"/>', CUT],
			['<Report><ReportName>x</ReportName>', CUT],
			['<!DOCTYPE Report SYSTEM "a"><!-- Made --><Report>', CUT],
			// A pattern would try each way to join them.
			[`<Report>${'<!---->'.repeat(60)}`, CUT],
		] as const) {
			const done = await run({ ...XML, content, completeness: 'length' }, { output: 'file' });
			expect(done.error?.message).toBe(problem);
			expect(done.error?.description).toBe(problem && AGAIN);
		}
	});

	test.each([
		['unknown', [expect.stringContaining('rows may be missing at its end')]],
		['transfer', []],
	] as const)('is a compressed file, told where its end is %s', async (completeness, hints) => {
		const content = gzipSync(CSV.content);
		expect((await run({ ...CSV, content, completeness }, { output: 'file' })).hints).toEqual(hints);
	});

	test.each(['file', 'workbook'])(
		'because n8n cannot store it is not blamed on the network, as %s',
		async (output) => {
			const { Container } = await import('@n8n/di');
			const { BinaryDataService } = await import('n8n-core');
			const full = new Error('ENOSPC: no space left on device, write');
			jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValue(full);
			const { error } = await run(CSV, { output });
			expect(error?.message).toBe(`n8n could not store the file: ${full.message}`);
			expect(error?.description).toContain('disk space');
		},
	);

	test('because of a mistake of ours is no cut, in any reader', async () => {
		const mistake = new RangeError('Maximum call stack size exceeded');
		jest.spyOn(ReportSink.prototype, 'accepts').mockImplementation(() => {
			throw mistake;
		});
		for (const report of [CSV, XML]) {
			const { error } = await run(report);
			expect(error?.message).toBe(mistake.message);
		}
	});
});
