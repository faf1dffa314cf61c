import type { INodeParameterResourceLocator } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import { recentReports, statusOf } from '../../service/reports';
import { read, readOrganizationId, readPicked } from './parameters';
import { refuse } from './refuse';

/** The identifier of the report that was picked from the list or given by ID or name. */
export const readReportId = async (run: ItemRun): Promise<string> => {
	const picked = readPicked(run, 'report');
	if (picked === '') return refuse(run, ['Report: choose a report, or enter its ID or name']);
	if (read<INodeParameterResourceLocator>(run, 'report').mode !== 'name') return picked;

	const reports = await recentReports(run.transport, readOrganizationId(run), {
		reportName: picked,
	});
	const newest = reports.find(
		(report) => report.reportName === picked && statusOf(report) === 'COMPLETED',
	);
	return (
		newest?.reportId ??
		refuse(run, [`Report: no finished report named "${picked}" was made in the last 31 days`])
	);
};
