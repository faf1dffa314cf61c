import type { IDataObject } from 'n8n-workflow';

import { isPast, madeOf, type Sent } from '../../../nodes/shared/service/newInvoice';

const NOW = Date.parse('2026-11-10T12:00:00Z');

const money = (totalAmount: number | string, currency = 'USD') => ({
	orderInformation: { amountDetails: { totalAmount, currency } },
});

const entry = (createdDate?: string, totalAmount: number | string = '10.00'): IDataObject => ({
	id: 'A',
	createdDate,
	...money(totalAmount),
});

let sent: Sent;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	sent = { body: money('10.00'), at: NOW - 1000 };
});

afterEach(() => jest.restoreAllMocks());

const isMade = (listed: IDataObject, at = NOW) =>
	madeOf({ entries: [listed], at }, sent).length === 1;

describe('an entry may be the invoice that was sent', () => {
	it.each<[string, IDataObject]>([
		['made since', entry('2026-11-10T11:59:59.500Z')],
		['made in the same second, written without parts', entry('2026-11-10T11:59:58Z')],
		['with the amount as a number', entry('2026-11-10T12:00:00Z', 10)],
		['without an amount', { id: 'A', createdDate: '2026-11-10T12:00:00Z' }],
	])('%s', (_name, listed) => {
		expect(isMade(listed)).toBe(true);
	});

	it('by the clock of the service where that is ahead', () => {
		const ahead = NOW + 420_000;
		expect(isMade(entry('2026-11-10T12:07:00Z'), ahead)).toBe(true);
		expect(isMade(entry('2026-11-10T12:00:00Z'), ahead)).toBe(false);
	});
});

describe('an entry is another invoice', () => {
	it.each<[string, IDataObject]>([
		['made before', entry('2026-11-10T11:59:50Z')],
		['made on the day, at no known hour', entry('2026-11-10')],
		['made nobody knows when', entry()],
		['of another amount', entry('2026-11-10T12:00:00Z', '10.01')],
		['in another currency', { ...entry('2026-11-10T12:00:00Z'), ...money('10.00', 'EUR') }],
	])('%s', (_name, listed) => {
		expect(isMade(listed)).toBe(false);
	});

	it('made before by the clock of the service, where that is a little behind', () => {
		expect(isMade(entry('2026-11-10T11:59:30Z'), NOW - 30_000)).toBe(true);
		expect(isMade(entry('2026-11-10T11:59:20Z'), NOW - 30_000)).toBe(false);
	});

	it('made before by the clock of this machine, where that of the service is behind', () => {
		expect(isMade(entry('2026-11-10T11:55:00Z'), NOW - 420_000)).toBe(false);
	});
});

describe('no later page can have it', () => {
	const page = (...times: string[]) => ({ entries: times.map((time) => entry(time)), at: NOW });

	it('where a page comes newest first and ends before', () => {
		expect(isPast(page('2026-11-10T12:00:00Z', '2026-11-09T12:00:00Z'), sent)).toBe(true);
		expect(isPast(page('2026-11-09T12:00:00Z', '2026-11-08T12:00:00Z'), sent)).toBe(true);
	});

	it.each([
		[['2026-11-08T12:00:00Z', '2026-11-09T12:00:00Z']],
		[['2026-11-08T12:00:00Z', '2026-11-08T12:00:00Z']],
		[['2026-11-10T12:00:00Z', '2026-11-10T11:59:59Z']],
		[['2026-11-08T12:00:00Z']],
		[[]],
	])('but not where that does not show: %j', (times) => {
		expect(isPast(page(...times), sent)).toBe(false);
	});
});
