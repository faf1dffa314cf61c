import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { textField } from '../../../shared/node/fields';
import { readCount, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { splitPeriod, utcText } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { failIfEmptyOption, readFailIfEmpty, readOrganizationId } from '../common/options';
import { readPeriod } from '../common/period';
import { withNumbers } from './rows';

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

export const amountsOption: INodeProperties = {
	displayName: 'Amounts',
	name: 'amounts',
	type: 'options',
	default: 'text',
	description: 'How to return amounts',
	displayOptions: { show: { '/output': ['rows', 'totals'] } },
	options: [
		{
			name: 'Numbers',
			value: 'number',
			description: 'Numbers to calculate with. Fails for amounts of more than 15 digits.',
		},
		{ name: 'Text', value: 'text', description: 'Every digit, exactly as the service gives it' },
	],
};

const columnsOption: INodeProperties = {
	displayName: 'Columns',
	name: 'columnSet',
	type: 'options',
	default: 'usual',
	description: 'The columns of each row',
	displayOptions: { show: { '/output': ['rows'] } },
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Usual', value: 'usual', description: 'Ten at most' },
	],
};

/** The options that every on-demand report has. */
export const ON_DEMAND_OPTIONS = [columnsOption, failIfEmptyOption, splitOption];

/** Those of the reports that are given in JSON only. */
export const JSON_OPTIONS = [...ON_DEMAND_OPTIONS, amountsOption];

/** What every on-demand report is asked for. */
export interface Asked {
	period: Period;
	/** The period as the windows to ask for one after the other: one, unless the user set a longest. */
	windows: Period[];
	failIfEmpty: boolean;
	organizationId: string;
	/** Whether amounts come out as numbers. */
	asNumbers: boolean;
	/** Whether rows have all columns. */
	allColumns: boolean;
}

/** `usualDays`: the longest period to request at once where the user sets none. */
export function readAsked(item: Item, usualDays = 0): Asked {
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
		failIfEmpty: readFailIfEmpty(item),
		organizationId: readOrganizationId(item),
		asNumbers: readOptions(item).amounts === 'number',
		allColumns: readOptions(item).columnSet === 'all',
	};
}

/** The windows one after the other, with the progress in the log. */
export function* windowsOf({ context }: Run, { windows }: Asked): Generator<Period> {
	for (const [i, window] of windows.entries()) {
		if (windows.length > 1) {
			context.logger.info(
				`Fetching window ${i + 1} of ${windows.length}: ${utcText(window.start)} to ${utcText(window.end)}.`,
			);
		}
		yield window;
	}
}

/** Asks for each window in turn; one without transactions gives nothing. */
export async function eachWindow<T>(
	run: Run,
	asked: Asked,
	ask: (window: Period) => Promise<T | undefined>,
): Promise<T[]> {
	const answers: T[] = [];
	for (const window of windowsOf(run, asked)) {
		const answer = await ask(window);
		if (answer !== undefined) answers.push(answer);
	}
	return answers;
}

/** The service, as it is asked. */
export const reportingFor = ({ transport }: Run, asked: Asked): Reporting =>
	new Reporting(transport, asked.organizationId);

/**
 * The result as items, with the instants that were asked for on each, and the zone they were chosen in among all
 * columns; an error where it is empty and the user wants to know.
 */
export function asItems(
	rows: readonly IDataObject[],
	{ period: { start, end }, failIfEmpty, asNumbers, allColumns }: Asked,
	rowsRead: number,
	time = utcText,
): INodeExecutionData[] {
	if (failIfEmpty && rowsRead === 0) {
		throw refusal(
			`There are no transactions from ${utcText(start)} to ${utcText(end)}`,
			'Choose another period, or turn off Fail If Empty.',
		);
	}
	const period = {
		periodStart: time(start),
		periodEnd: time(end),
		...(allColumns && { periodTimeZone: start.zoneName }),
	};
	return rows.map((row) => ({
		json: { ...(asNumbers ? (withNumbers(row) as IDataObject) : row), ...period },
	}));
}
