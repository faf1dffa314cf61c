import { given, read, readOptions } from '../../../shared/node/parameters';
import { definitionNameOf } from '../../../shared/service/reportingAnswers';
import { reportFormat } from '../common/list';
import { downloadOption, readChosen, readDownload, reportingOperation } from '../common/options';
import { definitionLocator, subscriptionTypeOption } from './definition';

export const get = reportingOperation({
	name: 'Get',
	action: 'Get report definition',
	description: 'Get one type of report with the fields it can have',
	subtitle: 'Get Report Definition',
	fields: [
		definitionLocator,
		{
			displayName: 'Output',
			name: 'definitionOutput',
			type: 'options',
			default: 'attributes',
			options: [
				{ name: 'One Item per Field', value: 'attributes' },
				{
					name: 'Raw',
					value: 'definition',
					description: 'Everything that the service returns, in one item',
				},
			],
		},
	],
	options: [
		downloadOption,
		reportFormat('Only fields that a report in this format can have'),
		subscriptionTypeOption,
	],
	prepare: (item) => {
		const { reportMimeType, subscriptionType } = readOptions(item);
		return {
			name: readChosen(item, definitionLocator),
			query: {
				download: readDownload(item),
				reportMimeType: given(reportMimeType),
				subscriptionType: given(subscriptionType),
			},
			output: read<string>(item, 'definitionOutput', 'attributes'),
		};
	},
	carryOut: async ({ name, query, output }, { reporting }) => {
		const definition = await reporting.getDefinition(name, query);
		if (output === 'definition') return [{ json: { ...definition } }];
		const reportDefinitionName = definitionNameOf(definition) || name;
		return (definition.attributes ?? []).map((attribute) => ({
			json: { reportDefinitionName, ...attribute },
		}));
	},
});
