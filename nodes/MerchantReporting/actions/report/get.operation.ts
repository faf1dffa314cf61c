import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import { findReport, readReport, reportColumns, reportLocator, reportRow } from './report';

export const get = operation({
	name: 'Get Details',
	action: 'Get report details',
	description: 'Get the status, period and settings of a generated report',
	subtitle: 'Get Report Details',
	fields: [reportLocator, ...outputFields(reportColumns), optionsOf()],
	prepare: (item) => ({
		picked: readReport(item),
		output: readOutput(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ picked, output, organizationId }, { transport }) => {
		const reporting = new Reporting(transport, organizationId);
		const answered = await reporting.getReport((await findReport(reporting, picked)).reportId);
		if (answered.kind === 'empty') throw answered.failure;
		return [{ json: shown(answered.body, output, reportRow) }];
	},
});
