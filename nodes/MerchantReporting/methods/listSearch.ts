import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { definitionLabel, REPORT_DEFINITIONS } from '../../shared/catalog/definitions';
import { editorMethod } from '../../shared/node/editor';
import {
	definitionNameOf,
	type Report,
	reportStatusOf,
} from '../../shared/service/reportResponses';
import { reportingOf } from '../actions/common/fields';
import { listRecentReports } from '../actions/report/listed';

/** First the types that the service lists, then the others in its specification. */
export const searchReportDefinitions = editorMethod(async (run, filter?: string) => {
	const listed = run.hasCredential ? await reportingOf(run).listDefinitions() : [];
	const own = listed.map((definition) => {
		const value = definitionNameOf(definition);
		return { value, name: definitionLabel(value) };
	});
	const taken = new Set(own.map(({ value }) => value));
	const others = REPORT_DEFINITIONS.filter(({ value }) => !taken.has(value)).map(
		({ value, name }) => ({
			value,
			name: own.length > 0 ? `${name} (not in your list)` : name,
		}),
	);
	return matching([...own, ...others], filter);
});

export const searchSubscriptions = editorMethod(async (run, filter?: string) => {
	const subscriptions = await reportingOf(run).listSubscriptions();
	const names = subscriptions.flatMap(({ reportName }) => reportName ?? []);
	return matching(
		names.sort((a, b) => a.localeCompare(b, 'en')).map((name) => ({ name, value: name })),
		filter,
	);
});

export const searchReports = editorMethod(async (run, filter?: string) => {
	const reports = await listRecentReports(reportingOf(run));
	return matching(
		reports.flatMap((report) =>
			report.reportId === undefined ? [] : { name: labelOf(report), value: report.reportId },
		),
		filter,
	);
});

const labelOf = (report: Report): string => {
	const day = (report.reportEndTime ?? '').slice(0, 10);
	return `${report.reportName ?? report.reportId}, until ${day || 'unknown'} (${reportStatusOf(report).toLowerCase()})`;
};

function matching(results: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	return {
		results: results.filter(({ name, value }) =>
			`${name} ${String(value)}`.toLowerCase().includes(wanted),
		),
	};
}
