import { DateTime } from 'luxon';
import { Fields } from '../fields';
import { DEFINITION_BY_NAME } from './catalogue/definitions';
import { TIME_ZONES } from './catalogue/timeZones';
import type { BulkSize } from './files/bulk';
import { MIME_TYPES } from './files/writer';
import { DAY } from './ledger/ledger';
import type { NewReport } from './generation';
import { type Report, type ReportStatus, STATUSES } from './report';
import { FREQUENCIES } from './request';
import type { ReportingService } from './service';

export interface ReportToMake {
	report: NewReport;
	status: ReportStatus;
	/** More than one are made for as many days, each a day before the last. */
	count: number;
}

/** A report as a control call orders it: everything has a default but its name. */
export function readReportToMake(
	{ sandbox, ledger }: ReportingService,
	body: unknown,
): ReportToMake {
	const fields = new Fields(body);
	const reportName = fields.required('reportName', fields.text('reportName'));
	const organizationId = fields.text('organizationId') ?? 'merchant_one';
	if (!sandbox.access.organizations.has(organizationId)) {
		fields.refuse('organizationId', 'is no organization of this sandbox');
	}
	const definitionName = fields.text('reportDefinitionName') ?? 'TransactionRequestClass';
	const definition = DEFINITION_BY_NAME.get(definitionName);
	const reportFields = fields.texts('reportFields') ?? [...(definition?.byId.keys() ?? [])];
	if (!definition) fields.refuse('reportDefinitionName', 'is no report definition');
	else if (!reportFields.every((field) => definition.byId.has(field))) {
		fields.refuse('reportFields', `must be attributes of ${definition.name}`);
	}
	const timezone = fields.text('timezone') ?? 'GMT';
	if (!TIME_ZONES.has(timezone)) fields.refuse('timezone', 'is no supported time zone');
	const today = DateTime.fromMillis(sandbox.clock.now(), { zone: timezone }).startOf('day');
	const end = fields.moment('reportEndTime') ?? today.toMillis();
	const start = fields.moment('reportStartTime') ?? end - DAY;
	if (start >= end) fields.refuse('reportEndTime', 'must be later than reportStartTime');
	const size = readSize(fields);
	const made: ReportToMake = {
		status: fields.choice('status', STATUSES) ?? 'COMPLETED',
		count: fields.count('count', 1) ?? 1,
		report: {
			reportName,
			organizationId,
			organizationIds: [organizationId],
			definition: definition as NewReport['definition'],
			reportFields,
			timezone,
			reportMimeType: fields.choice('reportMimeType', MIME_TYPES) ?? 'text/csv',
			reportFrequency: fields.choice('reportFrequency', FREQUENCIES) ?? 'DAILY',
			reportPreferences: {
				signedAmounts: fields.flag('signedAmounts'),
				fieldNameConvention: fields.choice('fieldNameConvention', ['SOAPI', 'SCMP']),
			},
			period: { start, end },
			source: size ? { size } : { trafficVersion: ledger.version },
		},
	};
	fields.check();
	return made;
}

function readSize(fields: Fields): BulkSize | undefined {
	const rows = fields.count('rows');
	const bytes = fields.count('bytes', 1);
	if (rows !== undefined && bytes !== undefined) {
		fields.refuse('bytes', 'cannot be given together with rows');
	}
	if (bytes !== undefined) return { bytes };
	return rows === undefined ? undefined : { rows };
}

export function makeReports(
	{ generation }: ReportingService,
	{ report, status, count }: ReportToMake,
): Report[] {
	const { timezone, period } = report;
	const earlier = (time: number, days: number): number =>
		DateTime.fromMillis(time, { zone: timezone }).minus({ days }).toMillis();
	return Array.from({ length: count }, (_, days) => {
		const made = generation.queue({
			...report,
			period: { start: earlier(period.start, days), end: earlier(period.end, days) },
		});
		if (status === 'QUEUED') made.held = true;
		else generation.decide(made, status);
		return made;
	});
}
