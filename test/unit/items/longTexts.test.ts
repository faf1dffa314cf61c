import { error, refusal, Refusal } from '../../../nodes/shared/problem';
import { showHint } from '../../../nodes/shared/node/output';
import { ServiceFailure } from '../../../nodes/shared/transport/serviceFailure';
import { runProbe } from '../transport/probe';

const LONG = 'x'.repeat(300_000);
/** What a person may still look through. */
const MOST = 15_000;

const failure = () =>
	new ServiceFailure({ operation: 'Get', what: LONG, advice: LONG }, (text) => text);

const run = async (work: Parameters<typeof runProbe>[0], continueOnFail: boolean, rows: number) =>
	await runProbe(work, {
		parameters: { options: { concurrency: 20 } },
		input: Array.from({ length: rows }, () => ({})),
		continueOnFail,
	});

describe('no text is longer than a person reads', () => {
	it.each<[string, () => Error]>([
		['a column name', () => refusal('is missing', '', LONG)],
		['a column name in quotes', () => refusal(`"${LONG}" is missing`)],
		['advice', () => refusal('is missing', LONG)],
		[
			'5,000 problems',
			() => new Refusal(Array.from({ length: 5000 }, (_, n) => error('', 'is missing', n))),
		],
		['an error of the service', failure],
		['advice about an error of the service', () => failure().addAdvice(LONG)],
		['an error of anything else', () => new Error(LONG)],
	])('%s', async (_name, of) => {
		const failing = {
			carryOut: async () => await Promise.reject(of()),
			done: () => LONG,
		};
		for (const rows of [1, 20]) {
			const stopped = (await run(failing, false, rows)).error!;
			expect(stopped.message.length).toBeLessThan(MOST);
			expect(stopped.description?.length ?? 0).toBeLessThan(2 * MOST);
		}
		const { items } = await run(failing, true, 1);
		expect(JSON.stringify(items[0].json).length).toBeLessThan(2 * MOST);

		const refused = {
			prepare: () => {
				throw of();
			},
			carryOut: async () => await Promise.resolve([]),
		};
		const { error: before } = await run(refused, false, 20);
		expect(before!.message.length).toBeLessThan(MOST);
		expect(before!.description?.length ?? 0).toBeLessThan(2 * MOST);
	});

	it('a hint', async () => {
		const { run: ended } = await run(
			async ({ context }) => {
				showHint(context, LONG);
				return [{ json: {} }];
			},
			false,
			1,
		);
		const [{ hints }] = ended.data.resultData.runData.Probe;
		expect(hints![0].message.length).toBeLessThan(MOST);
	});
});
