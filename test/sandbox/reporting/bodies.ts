import type { Answer } from '../../support/sandbox';

/** The clock of these tests: a Tuesday. */
export const NOW = '2026-03-10T12:00:00Z';

export const SUBSCRIPTIONS = '/reporting/v3/report-subscriptions';
export const REPORTS = '/reporting/v3/reports';
export const DOWNLOADS = '/reporting/v3/report-downloads';

type Body = Record<string, unknown>;

export function subscription(changes: Body = {}): Body {
	return {
		reportDefinitionName: 'TransactionRequestClass',
		reportFields: ['Request.RequestID', 'BillTo.City'],
		reportMimeType: 'text/csv',
		reportFrequency: 'Daily',
		reportName: 'Daily sales',
		timezone: 'GMT',
		startTime: '0000',
		...changes,
	};
}

export function oneTimeReport(changes: Body = {}): Body {
	return {
		reportDefinitionName: 'TransactionRequestClass',
		reportFields: ['Request.RequestID'],
		reportMimeType: 'text/csv',
		reportFrequency: 'Adhoc',
		reportName: 'March so far',
		timezone: 'GMT',
		reportStartTime: '2026-03-01T00:00:00Z',
		reportEndTime: '2026-03-10T00:00:00Z',
		...changes,
	};
}

export function without(body: Body, ...fields: string[]): Body {
	return Object.fromEntries(Object.entries(body).filter(([key]) => !fields.includes(key)));
}

export function query(values: Record<string, string | number>): string {
	const texts = Object.entries(values).map(([key, value]): [string, string] => [key, `${value}`]);
	return `?${new URLSearchParams(texts).toString()}`;
}

/** A refusal that names these fields. */
export async function expectRefused(asked: Promise<Answer>, ...fields: string[]): Promise<void> {
	const answer = await asked;
	const details = (answer.body.details ?? []) as Array<{ field: string }>;
	expect([answer.status, details.map(({ field }) => field)]).toEqual([400, fields]);
}
