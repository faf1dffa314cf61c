import { simplifyField } from '../../../shared/node/fields';
import { readFlag } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { optionsOf, readOrganizationId } from '../common/options';
import { findReportId, readReport, reportLocator, simplifiedReport } from './report';

export const get = operation({
	name: 'Get Details',
	action: 'Get the details of a report',
	description: 'Get the status, period and settings of a generated report',
	subtitle: 'Get Report Details',
	fields: [reportLocator, simplifyField, optionsOf()],
	prepare: (item) => ({
		picked: readReport(item),
		simplify: readFlag(item, 'simplify', true),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ picked, simplify, organizationId }, { transport }) => {
		const reporting = new Reporting(transport, organizationId);
		const answered = await reporting.getReport(await findReportId(reporting, picked));
		if (answered.kind === 'empty') throw answered.failure;
		return [{ json: simplify ? simplifiedReport(answered.body) : answered.body }];
	},
});
