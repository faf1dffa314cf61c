export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT[\d:.]+$/;

/** In milliseconds. The service's times are in UTC if they have no zone. */
export function parseTime(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const time = Date.parse(WITHOUT_ZONE.test(value) ? `${value}Z` : value);
	return Number.isNaN(time) ? undefined : time;
}

export function parseTimeOrEndOfDay(value: unknown): number | undefined {
	const time = parseTime(value);
	const bareDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
	return time !== undefined && bareDate ? time + DAY - 1 : time;
}
