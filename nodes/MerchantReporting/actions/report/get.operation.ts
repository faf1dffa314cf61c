import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { readChosen, reportingOperation } from '../common/options';
import { reportColumns, reportLocator, reportRow } from './report';

export const get = reportingOperation({
	name: 'Get Details',
	action: 'Get report details',
	description: 'Get the status, period and settings of a generated report',
	subtitle: 'Get Report Details',
	fields: [reportLocator, ...outputFields(reportColumns)],
	prepare: (item) => ({
		reportId: readChosen(item, reportLocator),
		output: readOutput(item),
	}),
	carryOut: async ({ reportId, output }, { reporting }) => {
		const report = await reporting.getReport(reportId);
		return [{ json: shown(report, output, reportRow) }];
	},
});
