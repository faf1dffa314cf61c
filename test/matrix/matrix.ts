import { isLong } from '../support/long';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { startServer, type TestServer } from '../support/server';
import { NOW } from '../workflow/reporting/harness';
import { Bench, type Cell } from './bench';
import { faultsOf, type Fault } from './faults';
import type { Subject } from './subjects';

/** What `npm test` tries at every request of every action. */
const TELLING = ['reset after the work', '401', '500', 'cut by length'];

const faultsFor = (elsewhere: string): readonly Fault[] =>
	faultsOf(elsewhere).filter(({ name }) => isLong || TELLING.includes(name));

async function cellsOf(
	subject: Subject,
	faults: readonly Fault[],
	filled?: () => Promise<TestSandbox>,
): Promise<Cell[]> {
	const bench = await Bench.open(subject, filled);
	const cells: Cell[] = [];
	try {
		for await (const cell of bench.cells(faults)) cells.push(cell);
	} finally {
		await bench.close();
	}
	return cells;
}

/** A question that can be asked again is answered in the end, when what stands in the way passes. */
const gaveUpEarly = ({ subject, request, fault: { passes }, outcome }: Cell): boolean =>
	passes === true &&
	outcome === 'told' &&
	request.startsWith('GET ') &&
	// n8n itself asks this once.
	subject.kind !== 'credential test';

const isWrong = (cell: Cell): boolean => cell.outcome.startsWith('WRONG') || gaveUpEarly(cell);

const inWords = ({ request, fault, outcome }: Cell): string =>
	`${request}, ${fault.name}: ${outcome}`;

/** The n-th request of every subject fails, n = 1 until none does: one test for each subject. */
export function describeMatrix(
	subjects: readonly Subject[],
	{ onMuchData = false }: { onMuchData?: boolean } = {},
): void {
	let elsewhere: TestServer;
	let sandbox: TestSandbox | undefined;
	const filled = async () => (sandbox ??= await startTestSandbox({ now: NOW, quarter: true }));
	beforeAll(async () => {
		elsewhere = await startServer((_request, response) => response.end('{}'));
	});
	afterAll(async () => {
		await elsewhere.stop();
		await sandbox?.stop();
	});

	describe('under every fault', () => {
		it.each(subjects.filter(({ goesWithTime }) => isLong || !goesWithTime))(
			'$name is right, or says what failed',
			async (subject) => {
				const faults = faultsFor(elsewhere.address);
				const cells = await cellsOf(subject, faults, onMuchData && isLong ? filled : undefined);
				expect(cells.filter(isWrong).map(inWords)).toEqual([]);
			},
		);

		it('follows no redirect to another host', () => {
			expect(elsewhere.received).toEqual([]);
		});
	});
}
