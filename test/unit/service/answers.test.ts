import { parseEntries, parseObject } from '../../../nodes/shared/transport/transport';
import { parseCount } from '../../../nodes/shared/text';

const REPORTS = 'reportSearchResults';

describe('a list in an answer', () => {
	it('has its entries, and nothing that is none', () => {
		expect(parseEntries({ [REPORTS]: [{ reportId: 'a' }, null, 'b'] }, REPORTS)).toEqual([
			{ reportId: 'a' },
		]);
	});

	it('keeps every entry', () => {
		const both = [
			{ reportId: 'a', status: 'RUNNING' },
			{ reportId: 'a', status: 'COMPLETED' },
		];
		expect(parseEntries({ [REPORTS]: both }, REPORTS)).toEqual(both);
	});

	it.each([
		['an answer without it', {}],
		['nothing', undefined],
		['an error with the status of a success', { reason: 'SYSTEM_ERROR', message: 'Try later' }],
		['an error without a reason', { message: 'Try later', submitTimeUtc: '2026-11-10T12:00:00Z' }],
	])('is not taken for empty in %s', (_, answer) => {
		expect(() => parseEntries(answer, REPORTS)).toThrow(/the service/);
	});
});

describe('an object in an answer', () => {
	it.each(['ACCEPTED', 'Success'])('may acknowledge a request with the reason %s', (reason) => {
		const notice = { reason, message: 'The request was accepted.' };
		expect(parseObject(notice, 'an object')).toBe(notice);
	});

	it('is refused where it is an error', () => {
		const error = { reason: 'SYSTEM_ERROR', message: 'Try later' };
		expect(() => parseObject(error, 'an object')).toThrow('the service answered with an error');
	});

	it('may have a message of its own', () => {
		const report = { reportId: 'a', message: 'Two days were added' };
		expect(parseObject(report, 'a report')).toBe(report);
	});

	it('may have a reason and a status of its own', () => {
		const invoice = { status: 'DRAFT', reason: 'none' };
		expect(parseObject(invoice, 'an invoice')).toBe(invoice);
	});
});

it.each([
	[12, 12],
	['12', 12],
	[0, 0],
	['', undefined],
	[-1, undefined],
	[1.5, undefined],
	['many', undefined],
	[null, undefined],
])('a count reads %j as %j', (value, count) => {
	expect(parseCount(value)).toBe(count);
});
