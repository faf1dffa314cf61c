import { looseName } from '../../catalogue';
import type { ReportMetadata } from '../metadata';

const FACTS: Record<string, keyof ReportMetadata> = {
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
};

/** What the attributes of the root element tell about the report. */
export function rootFacts(attributes: ReadonlyArray<readonly [string, string]>): ReportMetadata {
	const facts: ReportMetadata = {};
	for (const [name, value] of attributes) {
		const fact = FACTS[looseName(name)] as keyof ReportMetadata | undefined;
		if (fact !== undefined) facts[fact] = value;
	}
	return facts;
}
