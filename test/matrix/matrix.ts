import { isLong } from '../support/long';
import { type FaultToPlant, startTestSandbox, type TestSandbox } from '../support/sandbox';
import { NOW } from '../workflow/reporting/harness';
import { effectOf, stateOf } from './effect';
import { type Fault, FAULTS } from './faults';
import { judge, type Outcome, type Trial } from './judge';
import type { Subject } from './subjects';

/** What `npm test` tries at every request of every action. */
const TELLING = ['reset after the work', '401', '500', 'cut by length'];

/** What the trials leave behind must not slow down those that follow. */
const TRIALS_OF_A_SANDBOX = 30;

interface Cell {
	subject: Subject;
	/** "GET /reporting/v3/reports": the request that the fault met, and which of the run it was. */
	request: string;
	nth: number;
	fault: Fault;
	outcome: Outcome;
}

/** One subject and a service for it. */
class Bench {
	private sandbox?: TestSandbox;

	private trials = 0;

	/** Whether it writes something at the service; a first trial shows it. */
	private writes = true;

	/** `filled`: a sandbox with much data, for what only reads. */
	constructor(
		private readonly subject: Subject,
		private readonly filled?: () => Promise<TestSandbox>,
	) {}

	async close(): Promise<void> {
		await this.sandbox?.stop();
	}

	/** Every cell of this subject's row: the n-th request fails, n = 1 until none does. */
	async *cells(faults: readonly Fault[]): AsyncGenerator<Cell> {
		const { subject } = this;
		const { requests } = await this.tryOut();
		this.writes = requests.some((request) => !request.startsWith('GET '));
		const clean = [await this.tryOut(), await this.tryOut()] as const;
		for (const { result } of clean) {
			if (!result.isFailed) continue;
			throw new Error(`${subject.name} fails without a fault: ${result.messages.join('; ')}`);
		}
		for (const fault of faults) {
			for (let skip = 0; ; skip++) {
				const trial = await this.tryOut({ ...fault.planted, skip });
				const request = trial.requests.at(skip);
				if (request === undefined) break;
				yield { subject, request, nth: skip + 1, fault, outcome: judge(trial, clean, fault) };
			}
		}
	}

	private async tryOut(planted?: FaultToPlant): Promise<Trial & { requests: string[] }> {
		const sandbox = await this.nextSandbox();
		const { address, token, control } = sandbox;
		const act = await this.subject.prepare(sandbox, { address, token });
		const before = this.writes ? await stateOf(sandbox) : undefined;
		await control.clearRequests();
		if (planted !== undefined) await control.fault(planted);
		const result = await act();
		const sent = await control.requests();
		await control.clearFaults();
		const after = this.writes ? await stateOf(sandbox) : undefined;
		return {
			result,
			requests: sent.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
			effect: before && after && effectOf(before, after),
			isUntouched: JSON.stringify(before) === JSON.stringify(after),
		};
	}

	private async nextSandbox(): Promise<TestSandbox> {
		if (this.filled !== undefined && !this.writes) return await this.filled();
		const isWorn = this.trials++ % TRIALS_OF_A_SANDBOX === 0;
		if (this.sandbox !== undefined && !isWorn && !this.subject.needsNewSandbox) return this.sandbox;
		await this.sandbox?.stop();
		this.sandbox = await startTestSandbox({ now: NOW });
		await this.sandbox.control.send('POST', '/invoices', { count: 3 });
		return this.sandbox;
	}
}

/** How often a question is asked: a user waits for a list in the editor, and n8n itself tests a credential once. */
const ATTEMPTS = { action: 4, 'list in the editor': 2, 'credential test': 1 };

/** A question that can be asked again is answered in the end, when what stands in the way passes. */
const gaveUpEarly = ({ subject, request, fault: { passes, planted }, outcome }: Cell): boolean =>
	passes === true &&
	outcome === 'told' &&
	request.startsWith('GET ') &&
	(planted.times ?? 1) < ATTEMPTS[subject.kind];

const isWrong = (cell: Cell): boolean => cell.outcome.startsWith('WRONG') || gaveUpEarly(cell);

const inWords = ({ request, nth, fault, outcome }: Cell): string =>
	`${nth}. ${request}, ${fault.name}: ${outcome}`;

export function describeMatrix(
	subjects: readonly Subject[],
	{ onMuchData = false }: { onMuchData?: boolean } = {},
): void {
	let sandbox: TestSandbox | undefined;
	const filled = async () => (sandbox ??= await startTestSandbox({ now: NOW, quarter: true }));
	afterAll(async () => await sandbox?.stop());

	describe('under every fault', () => {
		it.each([...subjects])('$name is right, or says what failed', async (subject) => {
			const bench = new Bench(subject, onMuchData && isLong ? filled : undefined);
			const wrong: string[] = [];
			try {
				const faults = FAULTS.filter(({ name }) => isLong || TELLING.includes(name));
				for await (const cell of bench.cells(faults)) if (isWrong(cell)) wrong.push(inWords(cell));
			} finally {
				await bench.close();
			}
			expect(wrong).toEqual([]);
		});
	});
}
