import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { contentFields } from '../../../shared/content';
import { showFor } from '../../../shared/editor/show';
import type { ItemRun } from '../../../shared/items';
import { readDay } from '../../../shared/period';
import { SUBSCRIPTIONS, type Subscription } from '../../service/subscriptions';
import { ANY_FORMAT, download, formatField, readContent } from '../common/download';
import { orEmpty } from '../common/empty';
import { subscriptionLocator } from '../common/locators';
import { downloadOption, failIfEmptyOption, optionsOf } from '../common/options';
import { read, readOptions, readOrganizationId, readPicked } from '../common/parameters';
import { refuse } from '../common/refuse';

const show = { resource: ['report'], operation: ['downloadByName'] };

export const description: INodeProperties[] = [
	...showFor(show, [
		{ ...subscriptionLocator, displayName: 'Report Name' },
		{
			displayName: 'Report Date',
			name: 'reportDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '={{ $today }}',
			required: true,
			placeholder: 'e.g. 2026-03-31',
			description:
				'The day on which the period of the report ends, in the time zone of the subscription: 2026-03-31 or 20260331, or a DateTime from an expression. The report of a full day ends at midnight, so it bears the date of the day after.',
		},
		formatField,
	]),
	...contentFields(show),
	...showFor(show, [optionsOf(downloadOption, failIfEmptyOption)]),
];

export async function execute(run: ItemRun): Promise<INodeExecutionData[]> {
	const content = readContent(run);
	const organizationId = readOrganizationId(run);
	const reportName = readPicked(run, 'reportName');
	const given = read<unknown>(run, 'reportDate', '');
	const reportDate = readDay(given, run.context.getTimezone());
	const problems = [
		...(reportName === '' ? ['Report Name: choose or enter the name of the subscription'] : []),
		...(reportDate === undefined
			? [
					`Report Date: ${JSON.stringify(given)} is not a date. Use YYYY-MM-DD, for example 2026-03-31`,
				]
			: []),
	];
	if (problems.length > 0) refuse(run, problems);

	const format = read<string>(run, 'format', 'auto');
	const accept =
		format === 'auto' ? await subscribedFormat(run, reportName, organizationId) : format;
	return await orEmpty(
		run,
		true,
		async () =>
			await download(
				run,
				{
					operation: `Download report "${reportName}" of ${reportDate}`,
					path: ['reporting', 'v3', 'report-downloads'],
					query: {
						reportName,
						reportDate,
						download: readOptions(run).download === true ? true : undefined,
					},
					accept,
					organizationId,
				},
				content,
				{ fileName: `${reportName} ${reportDate}`, metadata: { reportName, reportDate } },
			),
	);
}

/** Reports that the provider set up are not in the list of subscriptions: then either format is taken. */
const subscribedFormat = async (
	run: ItemRun,
	name: string,
	organizationId: string,
): Promise<string> => {
	const subscription = await run.transport.json<Subscription | undefined>({
		operation: `Look up the format of report "${name}"`,
		method: 'GET',
		path: [...SUBSCRIPTIONS, name],
		organizationId,
	});
	return subscription.kind === 'found'
		? (subscription.body?.reportMimeType ?? ANY_FORMAT)
		: ANY_FORMAT;
};
