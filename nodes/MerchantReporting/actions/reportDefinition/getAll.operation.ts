import { listFields, simplifyField } from '../../../shared/node/fields';
import { given, readCollection, readFlag, readLimit } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { Reporting } from '../../../shared/service/reporting';
import { definitionNameOf } from '../../../shared/service/reportingAnswers';
import { optionsOf, readOrganizationId } from '../common/options';
import { simplifiedDefinition, subscriptionTypeOption } from './definition';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many report definitions',
	description: 'List the types of report that you can order',
	subtitle: 'Get Report Definitions',
	fields: [
		...listFields,
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Funding',
					description: 'Only report types with this text in their name or description',
				},
				subscriptionTypeOption,
			],
		},
		optionsOf(),
	],
	prepare: (item) => {
		const { name, subscriptionType } = readCollection(item, 'filters');
		return {
			limit: readLimit(item),
			simplify: readFlag(item, 'simplify', true),
			part: given(name)?.toLowerCase() ?? '',
			subscriptionType: given(subscriptionType),
			organizationId: readOrganizationId(item),
		};
	},
	carryOut: async (plan, { transport }) => {
		const { limit, simplify, part, subscriptionType, organizationId } = plan;
		const reporting = new Reporting(transport, organizationId);
		const definitions = await reporting.listDefinitions({ subscriptionType });
		return definitions
			.filter((definition) =>
				`${definitionNameOf(definition)} ${definition.description ?? ''}`
					.toLowerCase()
					.includes(part),
			)
			.slice(0, limit)
			.map((definition) => ({
				json: simplify ? simplifiedDefinition(definition) : { ...definition },
			}));
	},
});
