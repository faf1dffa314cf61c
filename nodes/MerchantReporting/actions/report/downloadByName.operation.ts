import { contentFields } from '../../../shared/content/fields';
import { read, readPicked } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { readDay } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { ANY_FORMAT, AUTOMATIC, formatField, readContent, receive } from '../common/download';
import { failIfEmptyOption, readFailIfEmpty } from '../common/empty';
import { downloadOption, optionsOf, readDownload, readOrganizationId } from '../common/options';
import { subscriptionLocator } from '../reportSubscription/subscription';

export const downloadByName = operation({
	name: 'Download by Name and Date',
	action: 'Download a report by name and date',
	description: 'Get the report of a subscription for a day, as rows, totals or a file',
	subtitle: 'Download Report by Name',
	fields: [
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
		...contentFields(),
		optionsOf(downloadOption, failIfEmptyOption),
	],
	prepare: (item) => ({
		...readAll({
			reportName: () => readReportName(item),
			reportDate: () => readReportDate(item),
			content: () => readContent(item),
		}),
		format: read<string>(item, 'format', AUTOMATIC),
		download: readDownload(item),
		failIfEmpty: readFailIfEmpty(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async (plan, run) => {
		const { reportName, reportDate, format, download } = plan;
		const reporting = new Reporting(run.transport, plan.organizationId);
		const accept = format === AUTOMATIC ? await subscribedFormat(reporting, reportName) : format;
		const answered = await reporting.downloadByName(reportName, reportDate, accept, download);
		return await receive(run, answered, plan, {
			accept,
			fileName: `${reportName} ${reportDate}`,
			metadata: { reportName, reportDate },
		});
	},
});

function readReportName(item: Item): string {
	const name = readPicked(item, 'reportName');
	if (name !== '') return name;
	throw refusal('choose or enter the name of the subscription', undefined, 'Report Name');
}

function readReportDate(item: Item): string {
	const entered = read<unknown>(item, 'reportDate', '');
	const day = readDay(entered, item.context.getTimezone());
	if (day !== undefined) return day;
	throw refusal(
		`${JSON.stringify(entered)} is not a date. Use YYYY-MM-DD, for example 2026-03-31`,
		undefined,
		'Report Date',
	);
}

/** Reports that the provider set up are not in the list of subscriptions: then either format is taken. */
async function subscribedFormat(reporting: Reporting, name: string): Promise<string> {
	const operationInWords = `Look up the format of report "${name}"`;
	const subscription = await reporting.findSubscription(name, operationInWords);
	return subscription?.reportMimeType ?? ANY_FORMAT;
}
