import { saysNoData } from '../../../nodes/shared/service/noData';

const says = (message: string, reason: string | undefined, oneCertainReport: boolean): boolean =>
	saysNoData({ message: message || undefined, reason, details: [] }, oneCertainReport);

describe('404 means', () => {
	it.each<[string, string | undefined]>([
		['No transactions available for this period.', 'NOT_FOUND'],
		['no available transactions', undefined],
		['There are no transactions in the period', undefined],
		['', 'NO_DATA'],
		['Transactions are not available', undefined],
	])('an empty result, whoever asks, where the service says "%s" (%s)', (said, reason) => {
		expect(says(said, reason, true)).toBe(true);
		expect(says(said, reason, false)).toBe(true);
	});

	it.each<[string, string | undefined]>([
		['Report not found.', 'NOT_FOUND'],
		['There is no report with this name', undefined],
		['The report definition X does not exist', undefined],
		['Organization unknown', undefined],
	])('a mistake, whoever asks, where the service says "%s" (%s)', (said, reason) => {
		expect(says(said, reason, true)).toBe(false);
		expect(says(said, reason, false)).toBe(false);
	});

	it.each<[string, string | undefined]>([
		['', undefined],
		['', 'NOT_FOUND'],
		['Report not found or no available transactions', undefined],
	])('either, where the service says "%s" (%s): it counts what was asked for', (said, reason) => {
		expect(says(said, reason, true)).toBe(false);
		expect(says(said, reason, false)).toBe(true);
	});
});
