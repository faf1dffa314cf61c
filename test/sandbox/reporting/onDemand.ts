import { type Answer, useSandbox } from '../../support/sandbox';
import { NOW, query } from './bodies';

export type Query = Record<string, string | number>;
export type Row = Record<string, string>;

/** What these tests ask for unless they say otherwise. */
export const WEEK: Query = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };

export interface Details extends Record<string, unknown> {
	offset: number;
	limit: number;
	pageResults: number;
	requestDetails?: Row[];
	settlements?: Row[];
	feeAndFundingDetails?: Row[];
}

type Ask = <T = Record<string, unknown>>(
	endpoint: string,
	changes?: Query,
	options?: { token?: string; accept?: string },
) => Promise<Answer<T>>;

/** A sandbox in which two merchants take payments, and a way to ask it for an on-demand report. */
export function useOnDemand(): Ask {
	const sandbox = useSandbox('all', { now: NOW });
	beforeAll(async () => {
		const from = '2026-02-01T00:00:00Z';
		await sandbox.control.traffic({ perDay: 600, from });
		await sandbox.control.traffic({ organizationId: 'merchant_two', perDay: 10, from });
	});
	return (endpoint, changes = {}, { token, accept } = {}) => {
		const wanted = Object.entries({ ...WEEK, ...changes }).filter(([, value]) => value !== '');
		return sandbox.call('GET', `/reporting/v3/${endpoint}${query(Object.fromEntries(wanted))}`, {
			token,
			headers: accept ? { accept } : {},
		});
	};
}
