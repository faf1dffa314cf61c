import { filtersField, listFields, textField } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { given, readFilters, readLimit } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { definitionNameOf } from '../../../shared/service/reportingAnswers';
import { firstOf } from '../common/list';
import { optionsOf, readOrganizationId } from '../common/options';
import { definitionColumns, definitionRow, subscriptionTypeOption } from './definition';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many report definitions',
	description: 'List the types of report that you can order',
	subtitle: 'Get Report Definitions',
	fields: [
		...listFields,
		...outputFields(definitionColumns),
		filtersField(
			textField('Name Contains', 'name', {
				placeholder: 'e.g. Funding',
				description: 'Only report definitions with this text in their name or description',
			}),
			subscriptionTypeOption,
		),
		optionsOf(),
	],
	prepare: (item) => {
		const { name, subscriptionType } = readFilters(item, 'filters');
		return {
			limit: readLimit(item),
			output: readOutput(item),
			words: given(name, 'Name Contains')?.toLowerCase() ?? '',
			subscriptionType: given(subscriptionType),
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async (plan, run) => {
		const { limit, output, words, subscriptionType, organizationId } = plan;
		const reporting = new Reporting(run.transport, organizationId);
		const definitions = await reporting.listDefinitions({ subscriptionType });
		const wanted = definitions.filter((definition) =>
			`${definitionNameOf(definition)} ${definition.description ?? ''}`
				.toLowerCase()
				.includes(words),
		);
		return firstOf(run, wanted, limit, 'report definitions').map((definition) => ({
			json: shown({ ...definition }, output, definitionRow),
		}));
	},
});
