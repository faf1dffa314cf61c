import { NodeApiError, type INode } from 'n8n-workflow';
import { isEmptyResult, unlessNoData } from '../../../nodes/MerchantReporting/rules/emptyResult';

const node = { name: 'Merchant Reporting', type: 'x', typeVersion: 1 } as INode;

const answered = (status: string, said: string, reason?: string) => {
	const error = new NodeApiError(node, {}, { message: 'x', httpCode: status });
	error.message = `Get it: the service found nothing under this name${said && ` (${said})`}`;
	if (reason) error.context.reason = reason;
	return error;
};

describe('404 means', () => {
	it.each<[string, string | undefined]>([
		['No transactions available for this period.', 'NOT_FOUND'],
		['no available transactions', undefined],
		['There are no transactions in the period', undefined],
		['', 'NO_DATA'],
		['Transactions are not available', undefined],
	])('an empty result, whoever asks, where the service says "%s" (%s)', (said, reason) => {
		expect(isEmptyResult(answered('404', said, reason), true)).toBe(true);
		expect(isEmptyResult(answered('404', said, reason), false)).toBe(true);
	});

	it.each<[string, string | undefined]>([
		['Report not found.', 'NOT_FOUND'],
		['There is no report with this name', undefined],
		['The report definition X does not exist', undefined],
		['Organization unknown', undefined],
	])('a mistake, whoever asks, where the service says "%s" (%s)', (said, reason) => {
		expect(isEmptyResult(answered('404', said, reason), true)).toBe(false);
		expect(isEmptyResult(answered('404', said, reason), false)).toBe(false);
	});

	it.each<[string, string | undefined]>([
		['', undefined],
		['', 'NOT_FOUND'],
		['Report not found or no available transactions', undefined],
	])('either, where the service says "%s" (%s): it counts what was asked for', (said, reason) => {
		expect(isEmptyResult(answered('404', said, reason), true)).toBe(false);
		expect(isEmptyResult(answered('404', said, reason), false)).toBe(true);
	});

	it('nothing where the status is another one', () => {
		expect(isEmptyResult(answered('400', 'No transactions available'), false)).toBe(false);
		expect(isEmptyResult(new Error('No transactions available'), false)).toBe(false);
	});

	it('no value, and other errors stay errors', async () => {
		const fail = (error: Error) => async () => await Promise.reject<string>(error);
		await expect(unlessNoData(false, async () => 'rows')).resolves.toBe('rows');
		await expect(unlessNoData(false, fail(answered('404', '')))).resolves.toBeUndefined();
		await expect(unlessNoData(false, fail(answered('500', '')))).rejects.toThrow(NodeApiError);
	});
});
