import type { IDataObject } from 'n8n-workflow';

import { locatorField } from '../../../shared/node/fields';
import { rowOfColumns } from '../../../shared/node/output';
import { type Report, reportStatusOf } from '../../../shared/service/reportingAnswers';

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
	],
	{
		required: true,
		description:
			'The generated report. To get the newest one of a name, use Download by Name and Date.',
	},
);

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
