import fc from 'fast-check';

import { cases } from '../support/long';

/** A property that holds for random values. */
export function fuzz<Value>(
	behavior: string,
	values: fc.Arbitrary<Value>,
	check: (value: Value) => Promise<void> | void,
): void {
	it(
		behavior,
		async () =>
			await fc.assert(
				fc.asyncProperty(values, async (value) => await check(value)),
				{ numRuns: cases(200) },
			),
	);
}
