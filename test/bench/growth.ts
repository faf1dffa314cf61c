export interface Timed {
	megabytes: number;
	seconds: number;
}

/**
 * How far each time is off the line through all of them, as a share of it. The line begins at the
 * cost of a report without rows; its slope is the one that fits best, every size counting alike.
 */
export function deviations(fixed: number, times: Timed[]): number[] {
	const fits = times.map(({ megabytes, seconds }) => ({
		slope: megabytes / seconds,
		rest: 1 - fixed / seconds,
	}));
	const sum = (of: (fit: (typeof fits)[number]) => number) =>
		fits.reduce((total, fit) => total + of(fit), 0);
	const slope = sum((fit) => fit.slope * fit.rest) / sum((fit) => fit.slope ** 2);
	return times.map(({ megabytes, seconds }) => seconds / (fixed + slope * megabytes) - 1);
}
