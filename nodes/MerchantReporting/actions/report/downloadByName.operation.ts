import { DateTime } from 'luxon';

import { read, readPicked } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { operation } from '../../../shared/node/resource';
import { instant } from '../../../shared/period/instant';
import { readDay, readMoment } from '../../../shared/period/moment';
import { readAll, refusal } from '../../../shared/problem';
import { textOf } from '../../../shared/record';
import { orFailure } from '../../../shared/service/once';
import type { Answered } from '../../../shared/service/reporting';
import type { Subscription } from '../../../shared/service/reportingAnswers';
import { reportStatusOf } from '../../../shared/service/reportingAnswers';
import { Reporting } from '../../../shared/service/reporting';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { ServiceStream } from '../../../shared/transport/stream';
import {
	ANY_FORMAT,
	AUTOMATIC,
	continues,
	controlTotalOption,
	downloadFields,
	formatField,
	IN_BATCHES,
	joinsWorkbook,
	orGone,
	readWanted,
	receive,
	wantedPart,
} from '../common/download';
import { failIfEmptyOption, readUnclear, unclearOption } from '../common/empty';
import { downloadOption, optionsOf, readDownload, readOrganizationId } from '../common/options';
import { subscriptionLocator } from '../reportSubscription/subscription';
import { recentReports } from './report';

export const downloadByName = operation({
	name: 'Download by Name and Date',
	action: 'Download report by name and date',
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
				'The day on which the period of the report ends, in the time zone of the subscription: 2026-03-31 or 20260331, or a DateTime from an expression. A date and time is converted to the time zone of the subscription. The report of a full day ends at midnight, so it has the date of the next day.',
		},
		formatField,
		...downloadFields({}, IN_BATCHES),
		optionsOf(controlTotalOption, downloadOption, failIfEmptyOption, unclearOption),
	],
	joins: joinsWorkbook,
	prepare: (item) => ({
		...readAll({
			reportName: () => readReportName(item),
			entered: () => readReportDate(item),
			wanted: () => readWanted(item, IN_BATCHES),
		}),
		format: read<string>(item, 'format', AUTOMATIC),
		download: readDownload(item),
		unclearIsEmpty: readUnclear(item),
		organizationId: readOrganizationId(item),
	}),
	carryOut: async ({ reportName, entered, wanted, format, download, ...plan }, run) => {
		const unclearIsEmpty = plan.unclearIsEmpty || continues(wanted);
		const reporting = new Reporting(run.transport, plan.organizationId, unclearIsEmpty);
		const isAutomatic = format === AUTOMATIC;
		// Reports that the provider set up are not in the list of subscriptions: then either format is taken.
		const subscription =
			isAutomatic || entered.day === undefined ? await lookUp(reporting, reportName) : undefined;
		const zone = textOf(subscription?.timezone) || textOf(subscription?.timeZone) || entered.zone;
		const reportDate = entered.day ?? readDay(entered.value, zone) ?? '';
		const accept = isAutomatic ? (subscription?.reportMimeType ?? ANY_FORMAT) : format;
		const answered = await orFailure(
			orGone(
				wanted,
				reporting.downloadByName(reportName, reportDate, accept, {
					download,
					part: wantedPart(wanted),
				}),
			),
		);
		const isThere = !(answered instanceof ServiceFailure) && answered.kind === 'found';
		const settled = isThere
			? answered
			: await lookInto(reporting, { reportName, reportDate, zone }, answered);
		const organization = await run.transport.organization(plan.organizationId);
		return await receive(run, settled, wanted, {
			accept,
			fileName: `${reportName} ${reportDate}`,
			key: [organization, reportName, reportDate].join('\n'),
			metadata: { reportName, reportDate },
		});
	},
});

/** What cannot be read of a subscription is not needed: either format is taken then. */
async function lookUp(reporting: Reporting, name: string): Promise<Subscription | undefined> {
	const looked = await orFailure(
		reporting.findSubscription(name, `Look up the format of report "${name}"`),
	);
	if (!(looked instanceof ServiceFailure)) return looked;
	if ((looked.status ?? 0) >= 400 || looked.status === undefined) throw looked;
	return undefined;
}

function readReportName(item: Item): string {
	const name = readPicked(item, 'reportName');
	if (name !== '') return name;
	throw refusal('choose or enter the name of the subscription', undefined, 'Report Name');
}

/** What was entered: a day, or a moment whose day depends on the zone of the subscription. */
interface Entered {
	value: unknown;
	zone: string;
	day?: string;
}

function readReportDate(item: Item): Entered {
	const value = read<unknown>(item, 'reportDate', '');
	const zone = item.context.getTimezone();
	const moment = readMoment(value, zone);
	if (moment === undefined) {
		throw refusal(
			`${JSON.stringify(value)} is not a date. Use YYYY-MM-DD, for example 2026-03-31`,
			undefined,
			'Report Date',
		);
	}
	// Midnight in the zone of the workflow is how the date picker and $today write a day.
	const isDay = moment.kind === 'day' || +moment.at === +moment.at.startOf('day');
	return { value, zone, day: isDay ? moment.at.toFormat('yyyy-MM-dd') : undefined };
}

/**
 * What "not found" means: where the service has reports of this name, but none of this date, it says which ones
 * there are; where it has the report and lists it as one without transactions, the answer is empty.
 */
async function lookInto(
	reporting: Reporting,
	{ reportName, reportDate, zone }: { reportName: string; reportDate: string; zone: string },
	answered: Answered<ServiceStream> | ServiceFailure,
): Promise<Answered<ServiceStream>> {
	if (answered instanceof ServiceFailure && answered.status !== 404) throw answered;
	const reports = await orFailure(recentReports(reporting, { reportName }));
	const ended = (reports instanceof ServiceFailure ? [] : reports)
		.filter((report) => report.reportName === reportName)
		.flatMap((report) => {
			const end = instant(report.reportEndTime);
			const own = textOf(report.timezone) || textOf(report.timeZone) || zone;
			return end === undefined ? [] : [{ report, days: daysOf(end, own) }];
		});
	const ofDate = ended.filter(({ days }) => days.includes(reportDate));
	if (ended.length > 0 && ofDate.length === 0) {
		const last = [...new Set(ended.map(({ days }) => days[0]))].sort().reverse().slice(0, 5);
		throw refusal(
			`Download report "${reportName}": there is no report of ${reportDate}; the last ones are of ${last.join(', ')}`,
			'Report Date is the day on which the period of the report ends, in the time zone of the subscription.',
		);
	}
	if (!(answered instanceof ServiceFailure)) return answered;
	const isEmpty = ofDate.some(({ report }) => reportStatusOf(report) === 'NO_DATA');
	if (isEmpty) return { kind: 'empty', failure: answered };
	throw answered;
}

/** A service may write the end of a day as its last second: then it counts as that day and as the next. */
const daysOf = (end: number, zone: string): string[] =>
	[end + 1000, end].map((time) => DateTime.fromMillis(time, { zone }).toFormat('yyyy-MM-dd'));
