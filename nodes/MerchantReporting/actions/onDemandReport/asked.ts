import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { readCount, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { splitPeriod, utcText } from '../../../shared/period/period';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';
import { readFailIfEmpty, readUnclear } from '../common/empty';
import { readOrganizationId } from '../common/options';
import { readPeriod } from '../common/period';

export const splitOption: INodeProperties = {
	displayName: 'Split Period Into Windows Of (Days)',
	name: 'splitDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 366, numberPrecision: 0 },
	default: 0,
	description:
		'Longest period to ask the service for at once, in days. A longer one is fetched window by window, without gap or overlap, and joined. 0 to ask for all of it at once.',
};

export const groupNameOption: INodeProperties = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	description: 'Only merchants of this group, as it is named in the merchant portal',
};

/** What every on-demand report is asked for. */
export interface Asked {
	period: Period;
	/** The period as the windows to ask for one after the other: one, unless the user set a longest. */
	windows: Period[];
	failIfEmpty: boolean;
	unclearIsEmpty: boolean;
	organizationId: string;
}

export function readAsked(item: Item): Asked {
	const { period, days } = readAll({
		period: () => readPeriod(item),
		days: () =>
			readCount(splitOption.displayName, readOptions(item).splitDays, { fallback: 0, least: 0 }),
	});
	return {
		period,
		windows: days === 0 ? [period] : splitPeriod(period, days),
		failIfEmpty: readFailIfEmpty(item),
		unclearIsEmpty: readUnclear(item),
		organizationId: readOrganizationId(item),
	};
}

/** The windows one after the other, with the progress in the log. */
export function* inTurn({ context }: Run, { windows }: Asked): Generator<Period> {
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
	for (const window of inTurn(run, asked)) {
		const answer = await ask(window);
		if (answer !== undefined) answers.push(answer);
	}
	return answers;
}

/** The service, as it is asked. */
export const reportingFor = ({ transport }: Run, asked: Asked): Reporting =>
	new Reporting(transport, asked.organizationId, asked.unclearIsEmpty);

/** The result as it is, or an error where it is empty and the user wants to know. */
export function unlessAllEmpty<T>({ failIfEmpty, period }: Asked, items: T[]): T[] {
	if (items.length > 0 || !failIfEmpty) return items;
	throw refusal(
		`There are no transactions from ${utcText(period.start)} to ${utcText(period.end)}`,
		'Choose another period, or turn off Fail If Empty to go on without items.',
	);
}

/** Puts the instants that were asked for, and the zone they were chosen in, on each row. */
export function asItems(
	rows: readonly IDataObject[],
	{ period: { start, end } }: Asked,
): INodeExecutionData[] {
	const period = {
		periodStart: utcText(start),
		periodEnd: utcText(end),
		periodTimeZone: start.zoneName,
	};
	return rows.map((row) => ({ json: { ...row, ...period } }));
}
