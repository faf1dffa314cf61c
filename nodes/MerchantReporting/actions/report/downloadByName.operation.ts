import type { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { read } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { instant } from '../../../shared/period/times';
import { readMoment } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { catchFailure } from '../../../shared/transport/transport';
import type { FoundOrEmpty } from '../../../shared/service/reporting';
import {
	ANY_FORMAT,
	definitionOf,
	type Report,
	reportStatusOf,
	reportZoneOf,
} from '../../../shared/service/reportingAnswers';
import { Reporting } from '../../../shared/service/reporting';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { ServiceStream } from '../../../shared/transport/stream';
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
import {
	downloadOption,
	failIfEmptyOption,
	optionsOf,
	readDownload,
	readOrganizationId,
} from '../common/options';
import { readSubscriptionName, subscriptionLocator } from '../reportSubscription/subscription';
import {
	daysOfEnd,
	downloadListed,
	isReady,
	latestOf,
	notReady,
	recentReports,
	reportCoveringDay,
	reportsOfName,
} from './listed';

type Which = 'latest' | 'latestFinished' | 'coversDay' | 'endsOn';

const NAME = 'Report Name';

function prepare(item: Item) {
	const which = read<Which>(item, 'whichReport', 'latest');
	return {
		which,
		...readAll({
			reportName: () => readSubscriptionName(item, NAME),
			entered: () => (which.startsWith('latest') ? undefined : readReportDate(item)),
			wanted: () => readWanted(item),
		}),
		format: readFormat(item),
		download: readDownload(item),
		organizationId: readOrganizationId(item),
	};
}

export const downloadByName = operation({
	name: 'Download by Name and Date',
	action: 'Download report by name and date',
	description: 'Get the report of a subscription for a day, as rows, totals or a file',
	subtitle: 'Download Report by Name',
	builderHint:
		'Use it for the newest report of a subscription, for example every morning. The subscription must exist: reportSubscription upsert creates it.',
	fields: [
		{ ...subscriptionLocator, displayName: NAME },
		{
			displayName: 'Which Report',
			name: 'whichReport',
			type: 'options',
			default: 'latest',
			options: [
				{ name: 'Latest', value: 'latest', description: 'The one with the newest period' },
				{
					name: 'Latest Finished',
					value: 'latestFinished',
					description: 'An older one if the latest is still being made or has failed',
				},
				{
					name: 'The One That Covers a Day',
					value: 'coversDay',
					description: 'With all transactions of the day',
				},
				{
					name: 'The One That Ends on a Date',
					value: 'endsOn',
					description: 'A report of a full day ends at midnight, so on the next day',
				},
			],
		},
		{
			displayName: 'Date',
			name: 'reportDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '={{ $today.minus({ days: 1 }) }}',
			required: true,
			placeholder: 'e.g. 2026-03-31',
			description:
				'A day in the time zone of the subscription: 2026-03-31 or 20260331, or a DateTime from an expression',
			displayOptions: { show: { whichReport: ['coversDay', 'endsOn'] } },
		},
		...contentFields({}, IN_BATCHES),
		optionsOf(formatOption, ...contentOptions(), downloadOption, failIfEmptyOption),
	],
	prepare,
	carryOut: async (plan, run) => {
		const { which, reportName, entered, wanted, format } = plan;
		const reporting = new Reporting(run.transport, plan.organizationId);
		if (which === 'endsOn' && entered !== undefined) {
			return await downloadByDate(run, reporting, plan, entered);
		}
		const named = await reportsOfName(reporting, reportName, entered?.at);
		const day = entered?.at.toFormat('yyyy-MM-dd');
		const report =
			entered === undefined || day === undefined
				? latestOf(named, which === 'latestFinished')
				: reportCoveringDay(named, day, entered.zone);
		if (which === 'latest' && report !== undefined && !isReady(report)) {
			throw notReady(report, 'To get an older one, choose Latest Finished.');
		}
		if (report !== undefined) return await downloadListed(run, reporting, report, wanted, format);
		const finished = which === 'latestFinished' ? 'finished ' : '';
		const what =
			day === undefined
				? `${finished}report of this name in the last two months`
				: `report that covers ${day}`;
		throw refusal(
			`Download report "${reportName}": the service lists no ${what}`,
			named.length === 0
				? 'It may not be there yet. Check the name, or try again later.'
				: `The last ones end on ${lastEnds(named, entered?.zone)}.`,
		);
	},
});

async function downloadByDate(
	run: Run,
	reporting: Reporting,
	{ reportName, wanted, format, download, organizationId }: ReturnType<typeof prepare>,
	entered: EnteredDate,
): Promise<INodeExecutionData[]> {
	const isAutomatic = format === AUTOMATIC;
	// Reports that the provider set up are not in the list of subscriptions: then either format is taken.
	const subscription =
		isAutomatic || !entered.isDay
			? await reporting.findSubscription(reportName, `Look up the format of report "${reportName}"`)
			: undefined;
	const timeZone = reportZoneOf(subscription);
	const zone = timeZone ?? entered.zone;
	const at = entered.isDay ? entered.at : entered.at.setZone(zone);
	const reportDate = at.toFormat('yyyy-MM-dd');
	const accept = isAutomatic ? (subscription?.reportMimeType ?? ANY_FORMAT) : format;
	const answered = await catchFailure(
		reporting.downloadByName(reportName, reportDate, accept, download),
	);
	const isThere = !(answered instanceof ServiceFailure) && answered.kind === 'found';
	const settled = isThere
		? answered
		: await lookInto(reporting, { reportName, reportDate, zone }, answered);
	const organization = await run.transport.organization(organizationId);
	return await receive(run, settled, wanted, {
		accept,
		fileName: reportName,
		key: [organization, reportName, reportDate].join('\n'),
		metadata: { reportName, reportDate, timeZone },
		definition: definitionOf(subscription),
	});
}

/** What was entered: a day, or a moment whose day depends on the zone of the subscription. */
interface EnteredDate {
	at: DateTime;
	zone: string;
	isDay: boolean;
}

function readReportDate(item: Item): EnteredDate {
	const value = read<unknown>(item, 'reportDate', '');
	const zone = item.context.getTimezone();
	const moment = readMoment(value, zone);
	if (moment === undefined) {
		throw refusal(
			`${JSON.stringify(value)} is not a date. Use YYYY-MM-DD, for example 2026-03-31`,
			undefined,
			'Date',
		);
	}
	// Midnight in the zone of the workflow is how the date picker and $today write a day.
	const isDay = moment.kind === 'day' || +moment.at === +moment.at.startOf('day');
	return { at: moment.at, zone, isDay };
}

/**
 * What "not found" means: where the service has reports of this name, but none of this date, it says which ones
 * there are; where it lists the report as one without transactions or as completed, the answer is empty.
 */
async function lookInto(
	reporting: Reporting,
	{ reportName, reportDate, zone }: { reportName: string; reportDate: string; zone: string },
	answered: FoundOrEmpty<ServiceStream> | ServiceFailure,
): Promise<FoundOrEmpty<ServiceStream>> {
	if (answered instanceof ServiceFailure && answered.status !== 404) throw answered;
	const reports = await catchFailure(recentReports(reporting, { reportName }));
	const ended = (reports instanceof ServiceFailure ? [] : reports).filter(
		(report) => report.reportName === reportName && instant(report.reportEndTime) !== undefined,
	);
	const ofDate = ended.filter((report) => daysOfEnd(report, zone).includes(reportDate));
	if (ended.length > 0 && ofDate.length === 0) {
		throw refusal(
			`Download report "${reportName}": there is no report of ${reportDate}; the last ones are of ${lastEnds(ended, zone)}`,
			'The date is the day on which the period of the report ends, in the time zone of the subscription.',
		);
	}
	if (!(answered instanceof ServiceFailure)) return answered;
	const statuses = ofDate.map(reportStatusOf);
	const isEmpty =
		statuses.includes('NO_DATA') ||
		(statuses.includes('COMPLETED') && (await reporting.isQuiet(answered, undefined)));
	if (isEmpty) return { kind: 'empty', failure: answered };
	throw answered;
}

const lastEnds = (reports: readonly Report[], zone = 'utc'): string => {
	const days = reports.flatMap((report) => daysOfEnd(report, zone).slice(0, 1));
	return [...new Set(days)].sort().reverse().slice(0, 5).join(', ');
};
