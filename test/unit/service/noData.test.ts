import { classifyNotFound } from '../../../nodes/shared/service/reportResponses';

const serviceError = (message: string, reason: string | undefined) => ({
	message: message || undefined,
	reason,
	details: [],
});

describe('404 means', () => {
	it.each<[string, string | undefined]>([
		['No transactions available for this period.', 'NOT_FOUND'],
		['', 'NO_DATA'],
		['Transactions are not available', undefined],
		['merchant_one has no subscriptions.', undefined],
		['No matching records', undefined],
		['The search had no results', undefined],
	])('an empty result where the service says "%s" (%s)', (said, reason) => {
		expect(classifyNotFound(serviceError(said, reason))).toBe('noData');
	});

	it('an empty result where only its details say so', () => {
		const details = [{ field: 'reportId', reason: 'NO_DATA' }];
		expect(classifyNotFound({ reason: 'NOT_FOUND', details })).toBe('noData');
	});

	it.each<[string, string | undefined]>([
		['Report not found.', 'NOT_FOUND'],
		['There is no report with this name', undefined],
		['The report definition X does not exist', undefined],
		['Organization unknown', undefined],
		["The requested Report file doesn't exists", 'NOT_FOUND'],
		['The report could not be found', undefined],
	])('a mistake where the service says "%s" (%s)', (said, reason) => {
		expect(classifyNotFound(serviceError(said, reason))).toBe('noSuchThing');
	});

	it.each<[string, string | undefined]>([
		['', undefined],
		['', 'NOT_FOUND'],
		['Report not found or no available transactions', undefined],
	])('either, where the service says "%s" (%s)', (said, reason) => {
		expect(classifyNotFound(serviceError(said, reason))).toBe('unclear');
	});
});
