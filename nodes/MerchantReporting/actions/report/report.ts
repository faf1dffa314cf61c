import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/fields';
import { rowOfColumns } from '../../../shared/node/output';
import { read, readPicked } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { Reporting } from '../../../shared/service/reporting';
import type { Report } from '../../../shared/service/reportingAnswers';
import { reportStatusOf } from '../../../shared/service/reportingAnswers';
import { latestOf, reportsOfName } from './listed';

export const reportLocator = locatorField(
	'Report',
	'report',
	'searchReports',
	[
		{
			displayName: 'By ID',
			name: 'id',
			placeholder: 'e.g. 79642c43-2368-0cd5-e053-a2588e0a7b3c',
		},
		{ displayName: 'Name', name: 'name', placeholder: 'e.g. Daily transactions' },
	],
	{
		required: true,
		description: 'The generated report. Name uses the report with that name and the newest period.',
	},
);

/** The report that was picked from the list or given by ID, or one to be found by its name. */
export type PickedReport = { id: string } | { name: string };

export function readReport(item: Item): PickedReport {
	const picked = readPicked(item, 'report');
	if (picked === '') {
		throw refusal('choose a report, or enter its ID or name', undefined, 'Report');
	}
	const { mode } = read<INodeParameterResourceLocator>(item, 'report');
	return mode === 'name' ? { name: picked } : { id: picked };
}

/** A report by its ID, or the one of a name with the newest period, as the list describes it. */
export async function findReport(
	reporting: Reporting,
	picked: PickedReport,
): Promise<Report & { reportId: string }> {
	if ('id' in picked) return { reportId: picked.id };
	const latest = latestOf(await reportsOfName(reporting, picked.name), false);
	if (latest?.reportId !== undefined) return { ...latest, reportId: latest.reportId };
	throw refusal(
		`the service lists no report named "${picked.name}" in the last two months`,
		undefined,
		'Report',
	);
}

/** Without links, the most used first. */
export const reportColumns = [
	'reportId',
	'reportName',
	'status',
	'reportStartTime',
	'reportEndTime',
	'reportCompletedTime',
	'reportMimeType',
	'reportFrequency',
	'reportDefinitionId',
	'timezone',
	'organizationId',
	'queuedTime',
	'reportGeneratingTime',
	'subscriptionType',
];

export const reportRow = (report: Report): IDataObject => {
	const timezone = report.timezone ?? report.timeZone;
	return rowOfColumns(
		{ ...report, status: reportStatusOf(report) || null, timezone },
		reportColumns,
	);
};
