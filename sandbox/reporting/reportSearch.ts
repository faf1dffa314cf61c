import { z } from 'zod';
import { moment, read, text } from '../schema';
import { MIME_TYPES } from './files/layout';
import { STATUSES } from './report';
import type { ReportSearch } from './reports';
import { FREQUENCIES, frequency } from './request';

/** Every query of the service may name an organization. */
export const organizationQuery = z.strictObject({ organizationId: text.optional() });

/** A query about a period. Refine it with `startsBeforeItEnds`. */
export const periodQuery = organizationQuery.extend({ startTime: moment, endTime: moment });

export function startsBeforeItEnds(
	{ startTime, endTime }: z.output<typeof periodQuery>,
	context: z.RefinementCtx,
): void {
	if (startTime < endTime) return;
	context.addIssue({ code: 'custom', path: ['endTime'], message: 'must be later than startTime' });
}

const searchQuery = periodQuery
	.extend({
		timeQueryType: z.enum(['reportTimeFrame', 'executedTime']),
		reportMimeType: z.enum(MIME_TYPES).optional(),
		reportFrequency: frequency(FREQUENCIES).optional(),
		reportName: text.optional(),
		reportDefinitionId: z
			.string()
			.regex(/^\d+$/, 'must be the number of a report definition')
			.optional(),
		reportStatus: z.enum(STATUSES).optional(),
	})
	.superRefine(startsBeforeItEnds);

/** The query of the list of reports. */
export function readReportSearch(query: unknown): ReportSearch & { organizationId?: string } {
	const {
		organizationId,
		startTime: start,
		endTime: end,
		timeQueryType: by,
		reportMimeType: mimeType,
		reportFrequency,
		reportName: name,
		reportDefinitionId: definitionId,
		reportStatus: status,
	} = read(searchQuery, query);
	return {
		organizationId,
		start,
		end,
		by,
		fits: (report) =>
			(mimeType === undefined || report.reportMimeType === mimeType) &&
			(reportFrequency === undefined || report.reportFrequency === reportFrequency) &&
			(name === undefined || report.reportName === name) &&
			(definitionId === undefined || report.definition.id === Number(definitionId)) &&
			(status === undefined || report.status === status),
	};
}
