import { looseName } from '../../catalog/columns';
import type { ReportMetadata } from '../rowSink';

const FACTS = new Map<string, keyof ReportMetadata>(
	Object.entries({
		name: 'reportName',
		reportname: 'reportName',
		reportid: 'reportId',
		reportdate: 'reportDate',
		reportstartdate: 'startTime',
		reportstarttime: 'startTime',
		startdate: 'startTime',
		starttime: 'startTime',
		reportenddate: 'endTime',
		reportendtime: 'endTime',
		enddate: 'endTime',
		endtime: 'endTime',
		merchantid: 'organizationId',
		organizationid: 'organizationId',
	} as const),
);

/** What the attributes of the root element tell about the report. */
export function rootFacts(attributes: ReadonlyArray<readonly [string, string]>): ReportMetadata {
	const facts: ReportMetadata = {};
	for (const [name, value] of attributes) {
		const fact = FACTS.get(looseName(name));
		if (fact !== undefined) facts[fact] = value;
	}
	return facts;
}
