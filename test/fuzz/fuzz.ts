import fc from 'fast-check';

/** Of each property; `npm run fuzz` sets far more. */
const CASES = Number(process.env.FUZZ_CASES ?? 400);

/** No case is large, so none may take long, whatever it holds. */
const MOST_MILLISECONDS = 3000;

const TEST_MINUTES = 20;

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

let cases = 0;

afterAll(() => {
	process.stdout.write(`Fuzzed ${cases} cases with FUZZ_SEED=${seed}\n`);
});

/** A property that holds for random values, each of them in a short time. */
export function fuzz<Value>(
	behavior: string,
	values: fc.Arbitrary<Value>,
	check: (value: Value) => Promise<void> | void,
	/** For cases that make requests: which share of the cases to try, and how long one may take. */
	{ share = 1, mostMilliseconds = MOST_MILLISECONDS } = {},
): void {
	const timed = async (value: Value) => {
		cases++;
		const begun = process.cpuUsage();
		await check(value);
		const { user, system } = process.cpuUsage(begun);
		expect((user + system) / 1000).toBeLessThan(mostMilliseconds);
	};
	it(
		behavior,
		async () =>
			await fc.assert(fc.asyncProperty(values, timed), { numRuns: Math.ceil(CASES * share), seed }),
		TEST_MINUTES * 60_000,
	);
}
