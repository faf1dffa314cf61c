import { parse } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { DEFINITIONS } from '../../../sandbox/reporting/catalog/definitions';
import { type ReportToMake, useSandbox } from '../../support/sandbox';
import { NOW, REPORTS } from './bodies';

const PER_DAY = 120;

const sandbox = useSandbox('all', { now: NOW });
beforeAll(async () => {
	await sandbox.control.traffic({ perDay: PER_DAY, from: '2026-03-01T00:00:00Z' });
});

const fileOf = async (report: Partial<ReportToMake>, from = sandbox): Promise<string> => {
	const made = await from.control.makeReport({ reportName: 'File', ...report });
	const answer = await from.call('GET', `${REPORTS}/${made.reportId}`, {
		headers: { accept: made.reportMimeType },
	});
	expect(answer.status).toBe(200);
	return answer.text;
};
const csvOf = async (report: Partial<ReportToMake>): Promise<string[][]> =>
	parse(await fileOf({ reportMimeType: 'text/csv', ...report }), {
		relax_column_count: true,
		skip_empty_lines: false,
	});

interface Element {
	[name: string]: Element | Element[] | string;
}

const xmlOf = async (report: Partial<ReportToMake>): Promise<Element> => {
	const text = await fileOf({ reportMimeType: 'application/xml', ...report });
	expect(XMLValidator.validate(text)).toBe(true);
	const parser = new XMLParser({
		ignoreAttributes: false,
		attributeNamePrefix: '@',
		parseTagValue: false,
		trimValues: false,
		htmlEntities: true,
		isArray: (name) =>
			['Request', 'Batch', 'LineItem', 'ApplicationReply', 'Conversion', 'Deposit'].includes(name),
	});
	return (parser.parse(text) as Element).Report as Element;
};

describe('a CSV report', () => {
	it.each(DEFINITIONS.map(({ name }) => name))(
		'of %s has a preamble line, a header row and whole rows',
		async (reportDefinitionName) => {
			const [preamble, header, ...rows] = await csvOf({ reportDefinitionName });
			const definition = DEFINITIONS.find(({ name }) => name === reportDefinitionName);
			expect(preamble).toEqual([
				definition?.title,
				'2.0',
				'2026-03-09T00:00:00.000Z to 2026-03-10T00:00:00.000Z',
				'merchant_one',
			]);
			expect(header).toEqual(definition?.attributes.map(({ id }) => id));
			expect(rows.length).toBeGreaterThan(0);
			expect(rows.filter((row) => row.length !== header.length)).toEqual([]);
		},
	);

	it('has 22-digit identifiers, each one only once', async () => {
		const [, , ...rows] = await csvOf({ reportFields: ['Request.RequestID'] });
		expect(rows).toHaveLength(PER_DAY);
		expect(rows.every(([id]) => /^\d{22}$/.test(id))).toBe(true);
		expect(new Set(rows.map(([id]) => id)).size).toBe(PER_DAY);
	});

	it.each([
		[undefined, ['Request.RequestID', 'BillTo.City', 'AVSResult', 'Current Balance']],
		['SOAPI', ['request_requestID', 'billTo_city', 'avsResult', 'giftCard_currentBalance']],
		['SCMP', ['request_request_id', 'bill_to_city', 'avs_result', 'gift_card_current_balance']],
	] as const)('names its columns by the convention %s', async (fieldNameConvention, expected) => {
		const reportFields = ['Request.RequestID', 'BillTo.City', 'AVSResult', 'Current Balance'];
		const [, header] = await csvOf({ reportFields, fieldNameConvention });
		expect(header).toEqual(expected);
	});

	it('has a negative sign on refunds only when signed amounts are asked for', async () => {
		const reportFields = ['PaymentData.Type', 'PaymentData.Amount'];
		const read = async (signedAmounts: boolean): Promise<string[][]> =>
			(await csvOf({ reportFields, signedAmounts })).slice(2);
		const [plain, signed] = [await read(false), await read(true)];
		expect(plain.some(([type]) => type === 'REFUND')).toBe(true);
		expect(plain.every(([, amount]) => /^\d+(\.\d\d)?$/.test(amount))).toBe(true);
		expect(signed).toEqual(
			plain.map(([type, amount]) => [type, type === 'REFUND' ? `-${amount}` : amount]),
		);
	});
});

describe('an XML report', () => {
	it.each<[string, string, 'external DTD' | 'no DOCTYPE']>([
		['TransactionRequestClass', 'Transaction Request Report', 'external DTD'],
		['PaymentBatchDetailClass', 'Payment Batch Detail Report', 'no DOCTYPE'],
	])('of %s is one Report element with its attributes, and %s', async (name, title, type) => {
		const report = await xmlOf({ reportDefinitionName: name });
		expect(report).toMatchObject({
			'@Name': title,
			'@Version': '2.0',
			'@xmlns': `https://reports.example/schemas/${name}`,
			'@ReportStartDate': '2026-03-09T00:00:00.000Z',
			'@ReportEndDate': '2026-03-10T00:00:00.000Z',
			'@MerchantID': 'merchant_one',
		});
		const text = await fileOf({
			reportMimeType: 'application/xml',
			reportDefinitionName: name,
			rows: 0,
		});
		const dtd = `<!DOCTYPE Report SYSTEM "${sandbox.address}/reporting/v3/dtds/${name}.dtd">`;
		expect(/<!DOCTYPE.*?>/.exec(text)?.[0]).toBe(type === 'no DOCTYPE' ? undefined : dtd);
	});

	it('says the same as the CSV report', async () => {
		const reportFields = ['Request.RequestID', 'BillTo.CompanyName', 'BillTo.Address1'];
		const [, , ...rows] = await csvOf({ reportFields });
		const report = await xmlOf({ reportFields });
		const requests = (report.Requests as Element).Request as Element[];
		expect(
			requests.map((each) => {
				const { CompanyName, Address1 } = each.BillTo as Element;
				return [each['@RequestID'], CompanyName, Address1];
			}),
		).toEqual(rows);
	});
});

describe('a report of any size', () => {
	it.each([1, 511, 512, 513, 10_000])('has %i rows, each one of its own', async (rows) => {
		const [, , ...read] = await csvOf({
			rows,
			reportFields: ['BillTo.Address1', 'Request.RequestID'],
		});
		expect(read).toHaveLength(rows);
		expect(new Set(read.map(([, id]) => id)).size).toBe(rows);
		expect(read.at(-1)?.[1]).toBe(`7700000000${String(rows - 1).padStart(12, '0')}`);
	});

	it('has whole rows of at least so many bytes', async () => {
		const text = await fileOf({ bytes: 1_500_000 });
		const size = Buffer.byteLength(text);
		expect((await fileOf({ bytes: 10 })).split('\n')).toHaveLength(3);
		expect(Buffer.byteLength(await fileOf({ bytes: 5000 }))).toBeGreaterThanOrEqual(5000);
		expect(size).toBeGreaterThanOrEqual(1_500_000);
		expect(size).toBeLessThan(1_505_000);
		expect(text.endsWith('\n')).toBe(true);
	});
});
