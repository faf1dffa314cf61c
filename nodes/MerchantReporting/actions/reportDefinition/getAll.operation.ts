import { listFields } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { given, readLimit, readOptions } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { firstOf } from '../common/list';
import { optionsOf, readOrganizationId } from '../common/options';
import { definitionColumns, definitionRow, subscriptionTypeOption } from './definition';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many report definitions',
	description: 'List the types of report that you can order',
	subtitle: 'Get Report Definitions',
	fields: [...listFields, ...outputFields(definitionColumns), optionsOf(subscriptionTypeOption)],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
		subscriptionType: given(readOptions(item).subscriptionType),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ limit, output, subscriptionType, organizationId }, run) => {
		const reporting = new Reporting(run.transport, organizationId);
		const definitions = await reporting.listDefinitions({ subscriptionType });
		return firstOf(run, definitions, limit, 'report definitions').map((definition) => ({
			json: shown({ ...definition }, output, definitionRow),
		}));
	},
});
