import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import { readReportId, reportColumns, reportLocator, reportRow } from './report';

export const get = operation({
	name: 'Get Details',
	action: 'Get report details',
	description: 'Get the status, period and settings of a generated report',
	subtitle: 'Get Report Details',
	fields: [reportLocator, ...outputFields(reportColumns), optionsOf()],
	prepare: (item) => ({
		reportId: readReportId(item),
		output: readOutput(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ reportId, output, organizationId }, { transport }) => {
		const report = await new Reporting(transport, organizationId).getReport(reportId);
		return [{ json: shown(report, output, reportRow) }];
	},
});
