import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { definitionLabel, REPORT_DEFINITIONS } from '../../shared/catalogue';
import { listDefinitions, nameOf } from '../service/definitions';
import { recentReports, statusOf, type Report } from '../service/reports';
import { listSubscriptions } from '../service/subscriptions';
import { hasCredential, organizationOf, transportOf } from './context';

const matching = (results: INodeListSearchItems[], filter = ''): INodeListSearchResult => {
	const wanted = filter.trim().toLowerCase();
	return {
		results: results.filter(({ name, value }) =>
			`${name} ${String(value)}`.toLowerCase().includes(wanted),
		),
	};
};

/** The service's own list first, then those of the 18 types that it does not list for this merchant. */
export async function searchReportDefinitions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const listed = hasCredential(this)
		? await listDefinitions(transportOf(this), organizationOf(this))
		: [];
	const own = listed.map((definition) => {
		const value = nameOf(definition);
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
}

export async function searchSubscriptions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const subscriptions = await listSubscriptions(transportOf(this), organizationOf(this));
	const names = subscriptions.flatMap(({ reportName }) => reportName ?? []);
	return matching(
		names.sort((a, b) => a.localeCompare(b, 'en')).map((name) => ({ name, value: name })),
		filter,
	);
}

const labelOf = (report: Report): string => {
	const day = (report.reportEndTime ?? '').slice(0, 10);
	return `${report.reportName ?? report.reportId}, until ${day || 'unknown'} (${statusOf(report).toLowerCase()})`;
};

/** The reports of the last 31 days, newest first. */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const reports = await recentReports(transportOf(this), organizationOf(this));
	return matching(
		reports.flatMap((report) =>
			report.reportId === undefined ? [] : { name: labelOf(report), value: report.reportId },
		),
		filter,
	);
}
