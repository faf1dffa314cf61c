import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { read, readNonNull, readNumberField } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import { type Period, type PeriodPreset, resolvePeriod } from '../../../shared/period/period';

export const WORKFLOW_ZONE = 'workflow';

/** More than a hundred years leads to years that no service reads. */
const daysField: INodeProperties = {
	displayName: 'Number of Days',
	name: 'periodDays',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 36_500, numberPrecision: 0 },
	default: 7,
	displayOptions: { show: { period: ['lastNDays'] } },
};

/** Start and End aren't `required`: if Period is an expression, n8n would always demand them. */
export const periodFields: INodeProperties[] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: 'yesterday',
		description: 'Days start and end at midnight in the time zone below',
		options: [
			{ name: 'Custom', value: 'custom' },
			{ name: 'Last Month', value: 'lastMonth', description: 'The calendar month before this one' },
			{ name: 'Last N Days', value: 'lastNDays', description: 'Full days before today' },
			{
				name: 'Last Quarter',
				value: 'lastQuarter',
				description: 'The three calendar months before this quarter',
			},
			{ name: 'Last Week', value: 'lastWeek', description: 'The calendar week before this one' },
			{ name: 'Month to Date', value: 'monthToDate', description: 'From the first until now' },
			{ name: 'Today', value: 'today', description: 'From midnight until now' },
			{ name: 'Yesterday', value: 'yesterday', description: 'The full day before today' },
		],
	},
	daysField,
	{
		displayName: 'Week Starts On',
		name: 'weekStart',
		type: 'options',
		default: 1,
		options: [
			{ name: 'Monday', value: 1 },
			{ name: 'Saturday', value: 6 },
			{ name: 'Sunday', value: 7 },
		],
		displayOptions: { show: { period: ['lastWeek'] } },
	},
	{
		displayName: 'Start',
		name: 'periodStart',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		placeholder: 'e.g. 2026-03-01',
		description:
			'For a time of day, use an expression with a date and time. Without an offset, it is in the time zone below.',
		displayOptions: { show: { period: ['custom'] } },
	},
	{
		displayName: 'End',
		name: 'periodEnd',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		placeholder: 'e.g. 2026-03-31',
		description:
			'The last day counts in full. If an expression gives a time of day, the period ends at that time.',
		displayOptions: { show: { period: ['custom'] } },
	},
	{
		displayName: 'Time Zone Name or ID',
		name: 'periodTimeZone',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getPeriodTimeZones' },
		default: 'workflow',
		description:
			'The zone in which days begin and end. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
];

export function readPeriod(item: Item, limits: { maxDays?: number } = {}): Period {
	const preset = read<PeriodPreset>(item, 'period');
	const isCustom = preset === 'custom';
	const choice = {
		preset,
		zone: readPeriodZone(item),
		days: preset === 'lastNDays' ? readNumberField(daysField, read(item, 'periodDays')) : undefined,
		weekStart: preset === 'lastWeek' ? Number(read(item, 'weekStart', 1)) : undefined,
		from: isCustom ? read<unknown>(item, 'periodStart', '') : undefined,
		to: isCustom ? read<unknown>(item, 'periodEnd', '') : undefined,
	};
	return resolvePeriod(choice, DateTime.now(), limits);
}

export function readPeriodZone(item: Item): string {
	const zone = readNonNull(item, 'periodTimeZone', WORKFLOW_ZONE);
	return zone === WORKFLOW_ZONE || zone === '' ? item.context.getTimezone() : String(zone);
}
