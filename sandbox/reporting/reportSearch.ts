import type { Fields } from '../fields';
import { MIME_TYPES } from './files/writer';
import { STATUSES } from './report';
import type { ReportSearch } from './reports';
import { FREQUENCIES } from './request';
import { readIsoTime } from './times';

/** The query of the list of reports. */
export function readReportSearch(query: Fields): ReportSearch {
	const { start, end } = readPeriod(query);
	const by = query.choice('timeQueryType', ['reportTimeFrame', 'executedTime']);
	query.required('timeQueryType', by);
	const mimeType = query.choice('reportMimeType', MIME_TYPES);
	const frequency = query.text('reportFrequency')?.toUpperCase();
	if (frequency !== undefined && !FREQUENCIES.some((each) => each === frequency)) {
		query.refuse('reportFrequency', `must be one of ${FREQUENCIES.join(', ')}`);
	}
	const name = query.text('reportName');
	const definitionId = query.text('reportDefinitionId');
	if (definitionId !== undefined && !/^\d+$/.test(definitionId)) {
		query.refuse('reportDefinitionId', 'must be the number of a report definition');
	}
	const status = query.choice('reportStatus', STATUSES);
	return {
		start,
		end,
		by: by ?? 'reportTimeFrame',
		fits: (report) =>
			(mimeType === undefined || report.reportMimeType === mimeType) &&
			(frequency === undefined || report.reportFrequency === frequency) &&
			(name === undefined || report.reportName === name) &&
			(definitionId === undefined || report.definition.id === Number(definitionId)) &&
			(status === undefined || report.status === status),
	};
}

/** startTime and endTime, both required; what is wrong with them is noted in the query. */
export function readPeriod(query: Fields): { start: number; end: number } {
	const [start, end] = ['startTime', 'endTime'].map((field) => {
		const text = query.text(field);
		query.required(field, text);
		const time = text === undefined ? undefined : readIsoTime(text);
		if (text !== undefined && time === undefined) {
			query.refuse(
				field,
				'must be a time in ISO 8601 with an offset, such as 2026-03-01T00:00:00.000Z',
			);
		}
		return time;
	});
	if (start !== undefined && end !== undefined && start >= end) {
		query.refuse('endTime', 'must be later than startTime');
	}
	return { start: start ?? 0, end: end ?? 0 };
}
