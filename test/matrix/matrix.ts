import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { startServer, type TestServer } from '../support/server';
import { NOW } from '../workflow/reporting/harness';
import { Bench, type Cell } from './bench';
import { type Fault, faultsOf } from './faults';
import { type Outcomes, outcomeIn, type Part, record, recorded, rowOf } from './outcomes';
import type { Subject } from './subjects';

/**
 * Set by `npm run matrix`: `whole` compares what every cell ends in with what is written down, `write` writes it
 * down. A run of the tests compares a share of the cells.
 */
const mode = process.env.MATRIX;

const A_LONG_TIME = 1_800_000;

/** One fault of so many, others for each subject. */
const SHARE = 40;

const faultsFor = (index: number, faults: readonly Fault[]): readonly Fault[] =>
	mode === undefined ? faults.filter((_, at) => at % SHARE === index % SHARE) : faults;

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

const inWords = ({ fault, outcome, ...cell }: Omit<Cell, 'outcome'> & { outcome?: string }) =>
	`${rowOf(cell)}, ${fault}: ${outcome}`;

/** Every request of every subject under every fault, one test for each subject. */
export function describeMatrix(part: Part, subjects: readonly Subject[]): void {
	const outcomes: Outcomes = {};
	let elsewhere: TestServer;
	let sandbox: TestSandbox | undefined;
	const filled = async () => (sandbox ??= await startTestSandbox({ now: NOW, quarter: true }));
	beforeAll(async () => {
		elsewhere = await startServer((_request, response) => response.end('{}'));
	});
	afterAll(async () => {
		await elsewhere.stop();
		await sandbox?.stop();
		if (mode === 'write') record(part, outcomes);
	});

	describe('under every fault', () => {
		it.each(subjects.map((subject, index) => ({ ...subject, index })))(
			'$name is right, or says what failed',
			async ({ index, ...subject }) => {
				const cells = await cellsOf(
					subject,
					faultsFor(index, faultsOf(elsewhere.address)),
					part === 'reporting' ? filled : undefined,
				);
				for (const cell of cells) {
					const row = (outcomes[rowOf(cell)] ??= {});
					(row[cell.outcome] ??= []).push(cell.fault);
				}
				expect(cells.filter(({ outcome }) => outcome.startsWith('WRONG')).map(inWords)).toEqual([]);
				if (mode === 'write') return;
				const before = recorded(part);
				const expected = cells.map((cell) => ({
					...cell,
					outcome: outcomeIn(before, rowOf(cell), cell.fault),
				}));
				expect(cells.map(inWords)).toEqual(expected.map(inWords));
			},
			A_LONG_TIME,
		);

		it('follows no redirect to another host', () => {
			expect(elsewhere.received).toEqual([]);
		});

		if (mode === 'whole') {
			it('is all that is written down', () => {
				expect(Object.keys(outcomes).sort()).toEqual(Object.keys(recorded(part)).sort());
			});
		}
	});
}
