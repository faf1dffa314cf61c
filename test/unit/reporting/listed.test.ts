import {
	possibleEndDaysOf,
	findLatest,
	reportCoveringDay,
} from '../../../nodes/MerchantReporting/actions/report/listed';

const ending = (reportEndTime: string) => ({
	...{ reportId: 'R-1', status: 'COMPLETED', timezone: 'GMT' },
	...{ reportStartTime: '2026-11-08T00:00:00Z', reportEndTime },
});

describe('The report of a day', () => {
	it.each([
		['2026-11-09T00:00:00Z', 'R-1'],
		['2026-11-08T23:59:59Z', 'R-1'],
		['2026-11-08T23:59:58Z', undefined],
	])('ends with it, or a second before: %s', (end, reportId) => {
		expect(reportCoveringDay([ending(end)], '2026-11-08', 'UTC')?.reportId).toBe(reportId);
	});

	it('is of 23 hours where clocks go forward', () => {
		const spring = { ...ending('2026-03-29T22:00:00Z'), timezone: undefined };
		const reports = [{ ...spring, reportStartTime: '2026-03-28T23:00:00Z' }];
		expect(reportCoveringDay(reports, '2026-03-29', 'Europe/Berlin')?.reportId).toBe('R-1');
	});

	it('is the shortest, and of equal ones the finished one, as is the latest', () => {
		const day = ending('2026-11-09T00:00:00Z');
		const [failed, month] = [
			{ ...day, reportId: 'R-2', status: 'ERROR' },
			{ ...day, reportId: 'R-3', reportStartTime: '2026-10-09T00:00:00Z' },
		];
		const reports = [month, failed, day];
		expect(reportCoveringDay(reports, '2026-11-08', 'UTC')?.reportId).toBe('R-1');
		expect(reportCoveringDay([month, failed], '2026-11-08', 'UTC')?.reportId).toBe('R-2');
		expect(findLatest([failed, day], false)?.reportId).toBe('R-1');
		const made = [
			{ queuedTime: '2026-11-09', reportCompletedTime: '2026-11-09' },
			{ queuedTime: '2026-11-10' },
			{ queuedTime: '2026-11-08', reportCompletedTime: '2026-11-11' },
		];
		expect(findLatest(made, false)).toBe(made[2]);
		expect(findLatest(made.slice(0, 2), false)).toBe(made[1]);
	});

	it('ends on the day and on the next one where its end is the last second', () => {
		expect(possibleEndDaysOf(ending('2026-11-08T23:59:59Z'), 'UTC')).toEqual([
			'2026-11-09',
			'2026-11-08',
		]);
		const withoutZone = { ...ending('2026-11-09T00:00:00Z'), timezone: undefined };
		expect(possibleEndDaysOf(withoutZone, 'America/New_York')[0]).toBe('2026-11-08');
	});
});
