import { operation } from '../../../shared/node/resource';
import { readAll } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import {
	AUTOMATIC,
	contentOptions,
	contentFields,
	formatOption,
	IN_BATCHES,
	readFormat,
	readWanted,
	receive,
} from '../common/download';
import { failIfEmptyOption, optionsOf, readOrganizationId } from '../common/options';
import { downloadListed } from './listed';
import { findReport, readReport, reportLocator } from './report';

export const downloadById = operation({
	name: 'Download by ID',
	action: 'Download report by ID',
	description: 'Get a generated report as rows, totals or a file, by its identifier',
	subtitle: 'Download Report by ID',
	builderHint: 'Use it only where another node returned the reportId.',
	fields: [
		reportLocator,
		...contentFields({}, IN_BATCHES),
		optionsOf(formatOption, ...contentOptions(), failIfEmptyOption),
	],
	prepare: (item) => ({
		...readAll({ picked: () => readReport(item), wanted: () => readWanted(item, IN_BATCHES) }),
		format: readFormat(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ picked, wanted, format, organizationId }, run) => {
		const reporting = new Reporting(run.transport, organizationId);
		const report = await findReport(reporting, picked);
		if (report.reportName !== undefined || format !== AUTOMATIC) {
			return await downloadListed(run, reporting, report, wanted, format);
		}
		const looked = await reporting.getReport(report.reportId);
		if (looked.kind === 'empty') {
			const about = { accept: '', fileName: report.reportId, metadata: {} };
			return await receive(run, looked, wanted, about);
		}
		const details = { ...looked.body, reportId: report.reportId };
		return await downloadListed(run, reporting, details, wanted, format);
	},
});
