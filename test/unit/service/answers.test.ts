import {
	attributeNameOf,
	parseOnDemandBody,
	normalizeReport,
	normalizeSubscription,
	reportZoneOf,
} from '../../../nodes/shared/service/reportResponses';
import { parseEntries, parseObject } from '../../../nodes/shared/transport/transport';
import { parseCount } from '../../../nodes/shared/text';

const REPORTS = 'reportSearchResults';

describe('a list in an answer', () => {
	it('has its entries, and nothing that is none', () => {
		expect(parseEntries({ [REPORTS]: [{ reportId: 'a' }, null, 'b'] }, REPORTS)).toEqual([
			{ reportId: 'a' },
		]);
	});

	it.each([
		['an answer without it', {}],
		['nothing', undefined],
		['an error with the status of a success', { reason: 'SYSTEM_ERROR', message: 'Try later' }],
		['an error without a reason', { message: 'Try later', submitTimeUtc: '2026-11-10T12:00:00Z' }],
	])('is not taken for empty in %s', (_, answer) => {
		expect(() => parseEntries(answer, REPORTS)).toThrow(/the (service|response)/);
	});
});

describe('an object in an answer', () => {
	it.each([
		{ reason: 'ACCEPTED', message: 'The request was accepted.' },
		{ reason: 'Success', message: 'The request was accepted.' },
		{ reportId: 'a', message: 'Two days were added' },
		{ status: 'DRAFT', reason: 'none' },
	])('may have a reason or a message that is no error: %j', (answer) => {
		expect(parseObject(answer, 'an object')).toBe(answer);
	});

	it('is refused where it is an error', () => {
		const error = { reason: 'SYSTEM_ERROR', message: 'Try later' };
		expect(() => parseObject(error, 'an object')).toThrow('the service answered with an error');
	});
});

it('one text may stand for a list, a number for a text, and a time zone under either name', () => {
	const entry = { reportName: 7, reportFields: 'A', timeZone: 'GMT' };
	const subscription = normalizeSubscription(entry);
	expect(subscription).toEqual({ ...entry, reportName: '7', reportFields: ['A'] });
	expect(reportZoneOf(subscription)).toBe('GMT');
	expect(attributeNameOf({ id: 12, name: 'Amount' })).toBe('Amount');
});

it('a time that is a number is a text in each field of a report that is compared', () => {
	const names = ['reportId', 'reportName', 'reportStartTime', 'reportEndTime', 'queuedTime'];
	const entry = Object.fromEntries([...names, 'reportCompletedTime'].map((name) => [name, 7]));
	expect(new Set(Object.values(normalizeReport(entry)))).toEqual(new Set(['7']));
});

/** Of beyond-the-spec.md. */
const LISTS = {
	conversionDetail: ['conversionDetails'],
	netFunding: [
		...['netFundingSummaries', 'totalPurchases', 'totalRefunds', 'totalFees'],
		...['totalChargebacks', 'netTotal'],
	],
	paymentBatchSummary: ['paymentBatchSummaries'],
	purchaseRefundDetail: [
		...['requestDetails', 'settlements', 'authorizations', 'feeAndFundingDetails', 'others'],
		'settlementStatuses',
	],
} as const;

it.each(Object.keys(LISTS) as Array<keyof typeof LISTS>)(
	'%s is known by each of its lists',
	(name) => {
		for (const list of LISTS[name]) {
			const body = { [list]: [{ currency: 'USD' }] };
			expect(parseOnDemandBody(body, name, false)).toEqual(body);
			expect(() => parseOnDemandBody({ [list]: 'none' }, name, false)).toThrow('not a list');
		}
		for (const beside of ['startTime', 'offset', 'limit', 'pageResults']) {
			expect(parseOnDemandBody({ [beside]: 0, other: 1 }, name, false)).toEqual({
				[beside]: 0,
				other: 1,
			});
		}
		expect(() => parseOnDemandBody({ other: 1 }, name, false)).toThrow('none of the lists');
	},
);

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
