import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Transport } from '../shared/transport';
import { fetchReports } from './events/newReport/fetchReports';
import { verifyOrganization } from './events/newReport/organization';
import type { ReportState } from './events/newReport/reportState';
import { selectReports } from './events/newReport/select';
import type { ReportSettings } from './events/newReport/settings';
import { readingStart } from './events/newReport/window';
import type { ReportOutput } from './reportItems';

export interface Polled<State> {
	items: INodeExecutionData[];
	state: State;
}

export interface ReportWatch {
	context: IPollFunctions;
	transport: Transport;
	organizationId: string;
	settings: ReportSettings;
	output: ReportOutput;
	outOfTime: () => boolean;
}

/** One poll for reports. A report counts as handed over when its items are ready. */
export async function pollReports(
	state: ReportState | undefined,
	{ context, transport, organizationId, settings, output, outOfTime }: ReportWatch,
): Promise<Polled<ReportState>> {
	const now = Date.now();
	const start = readingStart(state, now, settings);
	const { reports, from, nothingFound } = await fetchReports(transport, organizationId, start, now);
	if (state === undefined && nothingFound) {
		await verifyOrganization(context, transport, organizationId);
	}
	const { events, state: next } = selectReports(state, reports, from, now, settings);

	const items: INodeExecutionData[] = [];
	for (const [index, report] of events.entries()) {
		if (index > 0 && outOfTime()) {
			const ready = selectReports(state, reports, from, now, { ...settings, limit: index });
			return { items, state: ready.state };
		}
		for (const item of await output(report)) items.push(item);
	}
	return { items, state: next };
}
