import { listFields } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { given, readLimit, readOptions } from '../../../shared/node/parameters';
import { firstOf } from '../common/list';
import { reportingOperation } from '../common/options';
import { definitionColumns, definitionRow, subscriptionTypeOption } from './definition';

export const getAll = reportingOperation({
	name: 'Get Many',
	action: 'Get many report definitions',
	description: 'List the types of report that you can order',
	subtitle: 'Get Report Definitions',
	fields: [...listFields, ...outputFields(definitionColumns)],
	options: [subscriptionTypeOption],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
		subscriptionType: given(readOptions(item).subscriptionType),
	}),
	carryOut: async ({ limit, output, subscriptionType }, run) => {
		const definitions = await run.reporting.listDefinitions({ subscriptionType });
		return firstOf(run, definitions, limit, 'report definitions').map((definition) => ({
			json: shown({ ...definition }, output, definitionRow),
		}));
	},
});
