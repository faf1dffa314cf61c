import { useSandbox } from '../../support/sandbox';
import { DOWNLOADS, NOW, query, subscription, SUBSCRIPTIONS } from './bodies';

const sandbox = useSandbox('each', { now: NOW });
beforeEach(async () => {
	await sandbox.control.traffic({ perDay: 24, from: '2026-01-01T00:00:00Z' });
});

const subscribe = async (changes: Record<string, unknown>): Promise<void> => {
	const answer = await sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription(changes) });
	expect(answer.status).toBe(200);
};
/** From one to the next, without the seconds. */
const periods = async (): Promise<string[]> =>
	(await sandbox.control.reports()).map(({ reportStartTime, reportEndTime }) =>
		[reportStartTime, reportEndTime].map((time) => time.slice(5, 16)).join(' '),
	);

describe('a subscription brings forth reports as the clock moves', () => {
	it.each<[string, Record<string, unknown>, string, string[]]>([
		[
			'every day, from midnight to midnight',
			{},
			'2026-03-12T00:00:00Z',
			['03-10T00:00 03-11T00:00', '03-11T00:00 03-12T00:00'],
		],
		['not before its time', { startTime: '0600' }, '2026-03-11T05:59:59Z', []],
		['at its time', { startTime: '0600' }, '2026-03-11T06:00:00Z', ['03-10T06:00 03-11T06:00']],
		[
			'every week on its day, where 1 is Sunday',
			{ reportFrequency: 'Weekly', startDay: 1 },
			'2026-03-23T00:00:00Z',
			['03-08T00:00 03-15T00:00', '03-15T00:00 03-22T00:00'],
		],
		[
			'every month on its day, or on the last day of a shorter month',
			{ reportFrequency: 'Monthly', startDay: 31 },
			'2026-06-01T00:00:00Z',
			['02-28T00:00 03-31T00:00', '03-31T00:00 04-30T00:00', '04-30T00:00 05-31T00:00'],
		],
		[
			'at an interval of its own',
			{ reportFrequency: 'USER_DEFINED', reportInterval: 'PT8H' },
			'2026-03-11T16:00:00Z',
			['03-10T16:00 03-11T00:00', '03-11T00:00 03-11T08:00', '03-11T08:00 03-11T16:00'],
		],
	])('%s', async (_when, changes, now, expected) => {
		await subscribe(changes);
		await sandbox.control.setClock(now);
		expect(await periods()).toEqual(expected);
	});

	it('in its own time zone, through the day on which the clocks change', async () => {
		await subscribe({ timezone: 'Europe/Berlin' });
		await sandbox.control.setClock('2026-03-31T00:00:00Z');
		expect((await periods()).slice(-4)).toEqual([
			'03-26T23:00 03-27T23:00',
			'03-27T23:00 03-28T23:00',
			'03-28T23:00 03-29T22:00',
			'03-29T22:00 03-30T22:00',
		]);
	});

	it('and none after it was deleted', async () => {
		await subscribe({});
		await sandbox.call('DELETE', `${SUBSCRIPTIONS}/Daily%20sales`);
		await sandbox.control.advanceClock('P3D');
		expect(await periods()).toEqual([]);
	});

	it('at the new time only, after it was edited', async () => {
		await subscribe({});
		await subscribe({ startTime: '0300' });
		await sandbox.control.setClock('2026-03-11T12:00:00Z');
		expect(await periods()).toEqual(['03-10T03:00 03-11T03:00']);
	});
});

it('reportDate is the day on which the report ends, in the time zone of the subscription', async () => {
	await subscribe({ timezone: 'America/Los_Angeles' });
	await sandbox.control.setClock('2026-03-11T08:00:00Z');
	const download = (reportDate: string): Promise<{ status: number }> =>
		sandbox.call('GET', DOWNLOADS + query({ reportName: 'Daily sales', reportDate }));
	expect((await download('2026-03-11')).status).toBe(200);
	expect((await download('2026-03-10')).status).toBe(404);
});
