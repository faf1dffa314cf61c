import type { IDataObject } from 'n8n-workflow';

import { filtersField, listFields, textField } from '../../../shared/node/fields';
import { outputFields, readOutput, shown } from '../../../shared/node/output';
import { given, readFilters, readLimit } from '../../../shared/node/parameters';
import { operation } from '../../../shared/node/resource';
import { textOf } from '../../../shared/text';
import type { Subscription } from '../../../shared/service/reportingAnswers';
import { Reporting } from '../../../shared/service/reporting';
import { firstOf, frequencyFilter, reportFormat } from '../common/list';
import { optionsOf, readOrganizationId } from '../common/options';
import { definitionLocator } from '../reportDefinition/definition';
import { subscriptionColumns, subscriptionRow } from './subscription';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many report subscriptions',
	description: 'List the recurring reports',
	subtitle: 'Get Many Subscriptions',
	fields: [
		...listFields,
		...outputFields(subscriptionColumns),
		filtersField(
			reportFormat('Only reports in this format'),
			frequencyFilter(),
			textField('Name Contains', 'name', { placeholder: 'e.g. Daily' }),
			{ ...definitionLocator, required: false, description: undefined },
		),
		optionsOf(),
	],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
		filters: readFilters(item, 'filters'),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ limit, output, filters, organizationId }, run) => {
		const subscriptions = await new Reporting(run.transport, organizationId).listSubscriptions();
		const wanted = subscriptions.filter((subscription) => matches(subscription, filters));
		const first = firstOf(run, wanted, limit, 'subscriptions');
		return first.map((subscription) => ({ json: shown(subscription, output, subscriptionRow) }));
	},
});

const matches = (subscription: Subscription, filters: IDataObject): boolean =>
	same(subscription.reportMimeType, given(filters.reportMimeType)) &&
	same(subscription.reportFrequency, given(filters.reportFrequency)) &&
	same(
		subscription.reportDefinitionName,
		given(filters.reportDefinitionName, 'Report Definition'),
	) &&
	(subscription.reportName ?? '')
		.toLowerCase()
		.includes((given(filters.name, 'Name Contains') ?? '').toLowerCase());

const same = (value: unknown, wanted: string | undefined): boolean =>
	wanted === undefined || textOf(value).toLowerCase() === wanted.toLowerCase();
