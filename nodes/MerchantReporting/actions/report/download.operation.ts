import type { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { contentFields, contentOptions } from '../../../shared/content/choices';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { parseDateInput } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import {
	CSV_OR_XML,
	definitionNameOfReport,
	type Report,
	reportStatusOf,
	reportZoneOf,
} from '../../../shared/service/reportResponses';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { Download } from '../../../shared/transport/stream';
import { catchFailure, NOT_FOUND } from '../../../shared/transport/transport';
import {
	AUTO_FORMAT,
	formatOption,
	readFormatOption,
	readRequestedContent,
	responseToOutput,
} from '../common/download';
import {
	sendDownloadFlagOption,
	failIfEmptyOption,
	requirePicked,
	readSendDownloadFlag,
	reportingOperation,
	type ReportingRun,
	subscriptionLocator,
} from '../common/fields';
import { reportLocator } from './get.operation';
import {
	possibleEndDaysOf,
	downloadListed,
	isReadyOrNoData,
	findLatest,
	notReady,
	emptyIfNoTransactions,
	reportResponseToOutput,
	listRecentReports,
	reportCoveringDay,
	listReportsNamed,
} from './listed';

type Which = 'latest' | 'latestFinished' | 'coversDay' | 'endsOn';

const nameLocator = { ...subscriptionLocator, displayName: 'Report Name' };

function prepare(item: Item) {
	const which = read<Which>(item, 'whichReport', 'latest');
	return {
		which,
		...readAll({
			reportName: () => requirePicked(item, nameLocator),
			entered: () => (which.startsWith('latest') ? undefined : readReportDate(item)),
			requested: () => readRequestedContent(item),
		}),
		format: readFormatOption(item),
		download: readSendDownloadFlag(item),
	};
}

export const downloadByName = reportingOperation({
	name: 'Download by Name and Date',
	action: 'Download report by name and date',
	description: 'Get the report of a subscription for a day, as rows, totals or a file',
	subtitle: 'Download Report by Name',
	builderHint:
		'Use it for the newest report of a subscription, for example every morning. The subscription must exist: reportSubscription upsert creates it.',
	fields: [
		nameLocator,
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
		...contentFields({}, { isInBatches: true }),
	],
	options: [formatOption, ...contentOptions(), sendDownloadFlagOption, failIfEmptyOption],
	prepare,
	carryOut: async (plan, run) => {
		const { which, reportName, entered, requested, format } = plan;
		if (which === 'endsOn' && entered?.isDay && format !== AUTO_FORMAT) {
			const items = await catchFailure(downloadByDate(run, plan, entered.at, []), NOT_FOUND);
			if (!(items instanceof ServiceFailure)) return items;
		}
		const named = await listReportsNamed(run.reporting, reportName, entered?.at);
		const finished = which === 'latestFinished' ? 'finished ' : '';
		let missing = `${finished}report of this name in the last two months`;
		if (entered === undefined) {
			const report = findLatest(named, which === 'latestFinished');
			if (which === 'latest' && report !== undefined && !isReadyOrNoData(report)) {
				throw notReady(report, 'To get an older one, choose Latest Finished.');
			}
			if (report !== undefined) return await downloadListed(run, report, requested, format);
		} else if (which === 'coversDay') {
			const day = dayOf(entered.at);
			const report = reportCoveringDay(named, day, entered.zone);
			if (report !== undefined) return await downloadListed(run, report, requested, format);
			missing = `report that covers ${day}`;
		} else {
			const ofDate = named.filter((report) =>
				possibleEndDaysOf(report, entered.zone).includes(dayOf(dateFor(report, entered))),
			);
			if (ofDate.length > 0)
				return await downloadByDate(run, plan, dateFor(ofDate[0], entered), ofDate);
			missing = `report whose period ends on ${dayOf(entered.at)}`;
		}
		throw refusal(
			`Download report "${reportName}": the service lists no ${missing}`,
			named.length === 0
				? 'It may not be there yet. Check the name, or try again later.'
				: `The last ones end on ${lastEnds(named, entered?.zone)}.`,
		);
	},
});

/** The day of a moment depends on the report's time zone. */
const dateFor = (report: Report, { at, zone, isDay }: EnteredDate): DateTime =>
	isDay ? at : at.setZone(reportZoneOf(report) ?? zone);

const dayOf = (at: DateTime): string => at.toFormat('yyyy-MM-dd');

/** `ofDate`: the listed reports of the date, or none if the list isn't needed. */
async function downloadByDate(
	run: ReportingRun,
	{ reportName, requested, format, download }: ReturnType<typeof prepare>,
	date: DateTime,
	ofDate: readonly Report[],
): Promise<INodeExecutionData[]> {
	const { reporting } = run;
	const [report = {}] = ofDate;
	if (ofDate.length > 0 && !ofDate.some(isReadyOrNoData)) throw notReady(report);
	const reportDate = dayOf(date);
	const accept = format === AUTO_FORMAT ? (report.reportMimeType ?? CSV_OR_XML) : format;
	const downloading = reporting.downloadByName(reportName, reportDate, accept, download);
	const organization = await run.transport.organization(reporting.organizationId);
	return await responseToOutput(
		run,
		await emptyIfNoTransactions(reporting, downloading, ofDate.map(reportStatusOf)),
		requested,
		{
			accept,
			fileName: reportName,
			key: [organization, reportName, reportDate].join('\n'),
			metadata: { reportName, reportDate, timeZone: reportZoneOf(report) },
			definition: definitionNameOfReport(report),
		},
	);
}

interface EnteredDate {
	at: DateTime;
	zone: string;
	isDay: boolean;
}

function readReportDate(item: Item): EnteredDate {
	const value = read<unknown>(item, 'reportDate', '');
	const zone = item.context.getTimezone();
	const moment = parseDateInput(value, zone);
	if (moment === undefined) {
		throw refusal(
			`${JSON.stringify(value)} is not a date. Use YYYY-MM-DD, for example 2026-03-31`,
			undefined,
			'Date',
		);
	}
	// The date picker and $today write a day as midnight in the workflow's zone.
	const isDay = moment.kind === 'day' || +moment.at === +moment.at.startOf('day');
	return { at: moment.at, zone, isDay };
}

const lastEnds = (reports: readonly Report[], zone = 'utc'): string => {
	const days = reports.flatMap((report) => possibleEndDaysOf(report, zone).slice(0, 1));
	return [...new Set(days)].sort().reverse().slice(0, 5).join(', ');
};

export const downloadById = reportingOperation({
	name: 'Download by ID',
	action: 'Download report by ID',
	description: 'Get a generated report as rows, totals or a file, by its identifier',
	subtitle: 'Download Report by ID',
	builderHint: 'Use it only where another node returned the reportId.',
	fields: [reportLocator, ...contentFields({}, { isInBatches: true })],
	options: [formatOption, ...contentOptions(), failIfEmptyOption],
	prepare: (item) => ({
		...readAll({
			reportId: () => requirePicked(item, reportLocator),
			requested: () => readRequestedContent(item),
		}),
		format: readFormatOption(item),
	}),
	carryOut: async ({ reportId, requested, format }, run) => {
		const { reporting } = run;
		if (format !== AUTO_FORMAT) {
			return await downloadListed(run, { reportId }, requested, format);
		}
		const looked = await reporting.getReportOrFile(reportId);
		if (looked.kind === 'empty') {
			return await reportResponseToOutput(run, { reportId }, requested, CSV_OR_XML, looked);
		}
		const { body } = looked;
		if (!isFile(body)) return await downloadListed(run, { ...body, reportId }, requested, format);
		const { output, read } = requested.content;
		const isPlain = output === 'rows' && !read.addsKind && read.metadataColumns.length === 0;
		// Only the list says what its amounts are and which period it covers.
		const listed =
			output === 'file' || isPlain ? [] : await catchFailure(listRecentReports(reporting));
		const found = listed instanceof ServiceFailure ? [] : listed;
		const details = found.find((one) => one.reportId === reportId) ?? { reportId };
		return await reportResponseToOutput(run, details, requested, CSV_OR_XML, {
			kind: 'found',
			body,
		});
	},
});

const isFile = (body: Report | Download): body is Download => 'bytes' in body;
