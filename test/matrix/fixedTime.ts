import { DateTime, Settings } from 'luxon';

import { NOW } from '../workflow/reporting/harness';

/** The nodes have the time of the sandbox. */
export function useFixedTime(): void {
	const now = DateTime.fromISO(NOW).toMillis();
	beforeAll(() => {
		Settings.now = () => now;
	});
	afterAll(() => {
		Settings.now = () => Date.now();
	});
}
