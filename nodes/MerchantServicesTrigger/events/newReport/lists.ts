import type { INodePropertyOptions } from 'n8n-workflow';

import { editorMethod } from '../../../shared/node/editor';
import { readCollection } from '../../../shared/node/parameters';
import { textIn } from '../../../shared/service/answers';
import { Reporting } from '../../../shared/service/reporting';
import { DAY, listFrom, listSince } from './listing';

const DAYS_TO_LOOK_BACK = 31;

/** The names to choose from: those of the subscriptions, and of reports that were made lately. */
export const getReportNames = editorMethod(async (run): Promise<INodePropertyOptions[]> => {
	const { organizationId } = readCollection(run, 'reportFilters');
	const reporting = new Reporting(run.transport, textIn(organizationId));
	const subscriptions = await reporting.listSubscriptions();
	const now = Date.now();
	const reports = await listSince(listFrom(reporting), now - DAYS_TO_LOOK_BACK * DAY, now);
	const names = [
		...subscriptions.map(({ reportName }) => textIn(reportName)),
		...reports.map(({ raw }) => textIn(raw.reportName)),
	];
	return [...new Set(names)]
		.filter((name) => name !== '')
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.map((name) => ({ name, value: name }));
});
