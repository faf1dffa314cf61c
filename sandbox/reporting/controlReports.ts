import { DateTime } from 'luxon';
import { z } from 'zod';
import { count, flag, moment, read, texts } from '../schema';
import { DEFINITION_BY_NAME } from './catalog/definitions';
import type { BulkSize } from './files/bulk';
import { MIME_TYPES } from './files/layout';
import { DAY } from './ledger/ledger';
import type { NewReport } from './generation';
import { type Report, type ReportStatus, STATUSES } from './report';
import { FREQUENCIES, reportName, timezone } from './request';
import { merchantNamed, type ReportingService } from './service';

export interface ReportToMake {
	report: NewReport;
	status: ReportStatus;
	/** More than one are made for as many days, each a day before the last. */
	count: number;
}

const definitionNamed = z.string().transform((name, context) => {
	const found = DEFINITION_BY_NAME.get(name);
	if (found) return found;
	context.addIssue({ code: 'custom', message: 'is no report definition' });
	return z.NEVER;
});

/** Everything has a default but the name. */
const reportBody = (service: ReportingService) =>
	z
		.strictObject({
			reportName,
			organizationId: merchantNamed(service),
			reportDefinitionName: definitionNamed.default('TransactionRequestClass'),
			reportFields: texts.optional(),
			timezone: timezone.default('GMT'),
			reportStartTime: moment.optional(),
			reportEndTime: moment.optional(),
			rows: count().optional(),
			bytes: count(1).optional(),
			status: z.enum(STATUSES).default('COMPLETED'),
			count: count(1).default(1),
			reportMimeType: z.enum(MIME_TYPES).default('text/csv'),
			reportFrequency: z.enum(FREQUENCIES).default('DAILY'),
			signedAmounts: flag.optional(),
			fieldNameConvention: z.enum(['SOAPI', 'SCMP']).optional(),
		})
		.refine(({ rows, bytes }) => rows === undefined || bytes === undefined, {
			path: ['bytes'],
			message: 'cannot be given together with rows',
		})
		.refine(
			({ reportFields = [], reportDefinitionName: { byId } }) =>
				reportFields.every((field) => byId.has(field)),
			{ path: ['reportFields'], message: 'must be attributes of the report definition' },
		)
		.transform(({ reportStartTime, reportEndTime, ...body }) => {
			const now = DateTime.fromMillis(service.sandbox.clock.now(), { zone: body.timezone });
			const end = reportEndTime ?? now.startOf('day').toMillis();
			return { ...body, period: { start: reportStartTime ?? end - DAY, end } };
		})
		.refine(({ period }) => period.start < period.end, {
			path: ['reportEndTime'],
			message: 'must be later than reportStartTime',
		});

/** A report as a control call orders it. */
export function readReportToMake(service: ReportingService, body: unknown): ReportToMake {
	const {
		status,
		count: days,
		rows,
		bytes,
		reportDefinitionName: definition,
		signedAmounts,
		fieldNameConvention,
		...order
	} = read(reportBody(service), body ?? {});
	const size = sizeOf({ rows, bytes });
	return {
		status,
		count: days,
		report: {
			...order,
			organizationIds: [order.organizationId],
			definition,
			reportFields: order.reportFields ?? [...definition.byId.keys()],
			reportPreferences: { signedAmounts, fieldNameConvention },
			source: size ? { size } : { trafficVersion: service.ledger.version },
		},
	};
}

function sizeOf({ rows, bytes }: { rows?: number; bytes?: number }): BulkSize | undefined {
	if (bytes !== undefined) return { bytes };
	return rows === undefined ? undefined : { rows };
}

export function makeReports(
	{ generation }: ReportingService,
	{ report, status, count: days }: ReportToMake,
): Report[] {
	const { timezone: zone, period } = report;
	const earlier = (time: number, by: number): number =>
		DateTime.fromMillis(time, { zone }).minus({ days: by }).toMillis();
	return Array.from({ length: days }, (_, by) => {
		const made = generation.queue({
			...report,
			period: { start: earlier(period.start, by), end: earlier(period.end, by) },
		});
		if (status === 'QUEUED') made.held = true;
		else generation.decide(made, status);
		return made;
	});
}
