import {
	schedule,
	type ScheduleChoices,
} from '../../../nodes/MerchantReporting/actions/reportSubscription/schedule';

describe('the schedule of a subscription', () => {
	it.each<[string, ScheduleChoices, object]>([
		['every day', { frequency: 'Daily' }, { reportFrequency: 'Daily' }],
		[
			'every day at a time',
			{ frequency: 'Daily', startTime: '0630' },
			{ reportFrequency: 'Daily', startTime: '0630' },
		],
		[
			'a time with a colon, sent without it',
			{ frequency: 'Daily', startTime: '23:59' },
			{ reportFrequency: 'Daily', startTime: '2359' },
		],
		[
			'no start day for a daily report',
			{ frequency: 'Daily', startDay: 9 },
			{ reportFrequency: 'Daily' },
		],
		[
			'Sunday, the first day of the week',
			{ frequency: 'Weekly', startDay: 1 },
			{ reportFrequency: 'Weekly', startDay: 1 },
		],
		[
			'Saturday, the last',
			{ frequency: 'Weekly', startDay: 7 },
			{ reportFrequency: 'Weekly', startDay: 7 },
		],
		[
			'day 31 of a month',
			{ frequency: 'Monthly', startDay: 31 },
			{ reportFrequency: 'Monthly', startDay: 31 },
		],
		[
			'an interval',
			{ frequency: 'USER_DEFINED', interval: 'PT2H30M' },
			{ reportFrequency: 'USER_DEFINED', reportInterval: 'PT2H30M' },
		],
	])('takes %s', (_, choices, value) => {
		expect(schedule(choices)).toEqual(value);
	});

	it.each<[string, ScheduleChoices, RegExp]>([
		[
			'an hour of 24',
			{ frequency: 'Daily', startTime: '2400' },
			/^Start Time: "2400" is not a time of day/,
		],
		['a minute of 60', { frequency: 'Daily', startTime: '0060' }, /^Start Time/],
		['three digits', { frequency: 'Daily', startTime: '630' }, /^Start Time/],
		['day 8 of a week', { frequency: 'Weekly', startDay: 8 }, /a weekly report .* from 1 to 7$/],
		['day 0 of a week', { frequency: 'Weekly', startDay: 0 }, /from 1 to 7$/],
		[
			'day 32 of a month',
			{ frequency: 'Monthly', startDay: 32 },
			/a monthly report .* from 1 to 31$/,
		],
		['half a day', { frequency: 'Monthly', startDay: 1.5 }, /from 1 to 31$/],
		['no interval', { frequency: 'USER_DEFINED' }, /^Interval: enter an ISO 8601 duration/],
		['an interval in words', { frequency: 'USER_DEFINED', interval: '2 hours' }, /^Interval/],
	])('refuses %s', (_, choices, problem) => {
		expect(() => schedule(choices)).toThrow(problem);
	});
});
