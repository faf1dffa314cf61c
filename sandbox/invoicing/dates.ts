const DAY = 86_400_000;

/** 00:00 GMT of a date written YYYY-MM-DD; undefined when there is no such day. */
export function startOfDay(isoDate: string): number | undefined {
	const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate);
	if (!parts) return undefined;
	const moment = Date.parse(`${isoDate}T00:00:00Z`);
	return Number.isNaN(moment) || isoDateOf(moment) !== isoDate ? undefined : moment;
}

/** 00:00 GMT of a date written DD-MM-YYYY. */
export function startOfExpirationDay(date: string): number | undefined {
	const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(date);
	return parts ? startOfDay(`${parts[3]}-${parts[2]}-${parts[1]}`) : undefined;
}

export function isoDateOf(moment: number): string {
	return new Date(moment).toISOString().slice(0, 10);
}

export function addDays(moment: number, days: number): number {
	return moment + days * DAY;
}
