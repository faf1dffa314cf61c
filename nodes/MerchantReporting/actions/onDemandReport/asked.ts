import type { INodeProperties } from 'n8n-workflow';

import { onDemandOptions } from '../../../shared/content/fields';
import { textField } from '../../../shared/node/fields';
import { given, readCount, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { splitPeriod, utcText } from '../../../shared/period/period';
import { readAll } from '../../../shared/problem';
import { readNames } from '../../../shared/text';
import { Reporting } from '../../../shared/service/reporting';
import type { OnDemand } from '../../../shared/service/reportingAnswers';
import type { Query } from '../../../shared/transport/request';
import { readWanted, type RequestedContent } from '../common/download';
import { failIfEmptyOption, readOrganizationId } from '../common/options';
import { readPeriod } from '../common/period';
import { CSV } from '../common/reportBody';

const MOST_SPLIT_DAYS = 366;

export const splitOption: INodeProperties = {
	displayName: 'Days per Request',
	name: 'splitDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_SPLIT_DAYS, numberPrecision: 0 },
	default: 0,
	description:
		'The longest period to request at once. The node fetches a longer period in several requests, without gaps or overlaps, and joins the results. 0 requests the whole period at once.',
};

export const groupNameOption: INodeProperties = textField('Group Name', 'groupName', {
	description: 'Only merchants in this group. Use the name from the merchant portal.',
});

export const formatOption: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'text/csv',
	description: 'The format of the file',
	displayOptions: { show: { '/output': ['file'] } },
	options: [
		{ name: 'CSV', value: 'text/csv' },
		{ name: 'XML', value: 'application/xml' },
	],
};

/** The options that every on-demand report has. */
export const ON_DEMAND_OPTIONS = [...onDemandOptions, failIfEmptyOption, splitOption];

/** The period, and for whom. */
export interface Windows {
	period: Period;
	/** The period as the windows to ask for one after the other: one, unless the user set a longest. */
	windows: Period[];
	organizationId: string;
}

/** `usualDays`: the longest period to request at once where the user sets none. */
export function readWindows(item: Item, usualDays = 0): Windows {
	const { period, days } = readAll({
		period: () => readPeriod(item),
		days: () =>
			readCount(splitOption.displayName, readOptions(item).splitDays, {
				fallback: usualDays,
				least: 0,
				most: MOST_SPLIT_DAYS,
			}),
	});
	return {
		period,
		windows: days === 0 ? [period] : splitPeriod(period, days),
		organizationId: readOrganizationId(item),
	};
}

/** What every on-demand report is asked for, and what is made of it. */
export interface OnDemandPlan extends Windows {
	wanted: RequestedContent;
	/** Of a file. */
	format: string;
	/** Whether rows have all columns. */
	allColumns: boolean;
}

export function readAsked(item: Item, outputs?: string[]): OnDemandPlan {
	const { windows, wanted } = readAll({
		windows: () => readWindows(item),
		wanted: () => readWanted(item, { outputs, options: onDemandOptions }),
	});
	return {
		...windows,
		wanted,
		format: given(readOptions(item).format) ?? CSV,
		allColumns: readNames(readOptions(item).addColumns ?? []).includes('all'),
	};
}

/** The windows one after the other, with the progress in the log. */
export function* windowsOf({ context }: Run, { windows }: Windows): Generator<Period> {
	for (const [i, window] of windows.entries()) {
		if (windows.length > 1) {
			context.logger.info(
				`Fetching window ${i + 1} of ${windows.length}: ${utcText(window.start)} to ${utcText(window.end)}.`,
			);
		}
		yield window;
	}
}

/** The answers for the windows; one without transactions gives none. */
export async function askWindows<Answer extends object>(
	run: Run,
	asked: Windows,
	report: OnDemand,
	query?: Query,
): Promise<Answer[]> {
	const reporting = reportingFor(run, asked);
	const answers: Answer[] = [];
	for (const window of windowsOf(run, asked)) {
		const answered = await reporting.onDemand<Answer>(report, window, query);
		if (answered.kind === 'found') answers.push(answered.body);
	}
	return answers;
}

/** The service, as it is asked. */
export const reportingFor = ({ transport }: Run, { organizationId }: Windows): Reporting =>
	new Reporting(transport, organizationId);
