import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { NOW } from '../workflow/reporting/harness';
import type { Fault } from './faults';
import { judge, type Outcome, type Trial } from './judge';
import { effectOf, stateOf } from './effect';
import type { Result, Subject } from './subjects';
import { standAt } from './time';
import { type Planned, Wire } from './wire';

export interface Cell {
	subject: Subject;
	/** "GET /reporting/v3/reports": the request that the fault met. */
	request: string;
	fault: Fault;
	outcome: Outcome;
}

/** By the clock of the machine: what the nodes wait for takes no time here. */
const HANGS = 120_000;

const STATUS = /\?status=\w+/;

/** What the trials leave behind must not slow down those that follow. */
const TRIALS_OF_A_SANDBOX = 30;

/** One subject, a service for it and a wire to it. */
export class Bench {
	private sandbox?: TestSandbox;

	private trials = 0;

	/** Whether it writes something at the service; a first trial shows it. */
	private writes = true;

	private constructor(
		private readonly subject: Subject,
		private readonly wire: Wire,
		private readonly filled?: () => Promise<TestSandbox>,
	) {}

	/** `filled`: a sandbox with much data, for what only reads. */
	static async open(subject: Subject, filled?: () => Promise<TestSandbox>): Promise<Bench> {
		return new Bench(subject, await Wire.start(), filled);
	}

	async close(): Promise<void> {
		await this.sandbox?.stop();
		await this.wire.stop();
	}

	/** Every cell of this subject's row. */
	async *cells(faults: readonly Fault[]): AsyncGenerator<Cell> {
		const { requests } = await this.tryOut();
		this.writes = requests.some((request) => !request.startsWith('GET '));
		const clean = [await this.tryOut(), await this.tryOut()] as const;
		for (const { result } of clean) {
			if (result?.isFailed === false) continue;
			const why = result?.messages.join('; ') ?? 'it hangs';
			throw new Error(`${this.subject.name} fails without a fault: ${why}`);
		}
		for (const fault of faults) {
			for (const first of this.requestsToMeet(fault, clean[0].requests)) {
				const { spoil, times } = fault;
				const trial = await this.tryOut({ spoil, times, first });
				const request = trial.requests.at(first);
				if (request === undefined) break;
				yield { subject: this.subject, request, fault, outcome: judge(trial, clean, fault) };
			}
		}
	}

	/** What goes by the clock asks the same again and again. */
	private requestsToMeet({ says }: Fault, requests: readonly string[]): Iterable<number> {
		return says === undefined || this.subject.goesWithTime ? firstOfEachKind(requests) : everyOne();
	}

	private async tryOut(planned?: Planned): Promise<Trial> {
		const sandbox = await this.nextSandbox();
		this.wire.connect(sandbox.address);
		const deed = await this.subject.prepare(sandbox, {
			address: this.wire.address,
			token: sandbox.token,
		});
		const before = this.writes ? await stateOf(sandbox) : undefined;
		this.wire.connect(sandbox.address, planned);
		const begun = Date.now();
		const result = await this.orHangs(deed.act());
		// n8n itself ends a credential test, by the clock of the machine.
		const took = this.subject.kind === 'credential test' ? 0 : Date.now() - begun;
		const requests = [...this.wire.requests];
		const after = this.writes ? await stateOf(sandbox) : undefined;
		return {
			result,
			requests,
			effect: before && after && effectOf(before, after),
			isUntouched: JSON.stringify(before) === JSON.stringify(after),
			took,
		};
	}

	private async orHangs(work: Promise<Result>): Promise<Result | undefined> {
		let timer: NodeJS.Timeout | undefined;
		const hangs = new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), HANGS);
		});
		try {
			return await Promise.race([work, hangs]);
		} finally {
			clearTimeout(timer);
		}
	}

	private async nextSandbox(): Promise<TestSandbox> {
		const { needsNewSandbox = false, goesWithTime = false } = this.subject;
		if (this.filled !== undefined && !this.writes && !goesWithTime) return await this.filled();
		const isWorn = this.trials++ % TRIALS_OF_A_SANDBOX === 0;
		if (this.sandbox !== undefined && !isWorn && !needsNewSandbox && !goesWithTime) {
			return this.sandbox;
		}
		await this.sandbox?.stop();
		if (goesWithTime) {
			await this.wire.rest();
			standAt(Date.parse(NOW));
		}
		this.sandbox = await startTestSandbox(goesWithTime ? {} : { now: NOW });
		if (!goesWithTime) await this.sandbox.control.send('POST', '/invoices', { count: 3 });
		return this.sandbox;
	}
}

/** The first request, the second, and so on: until there is none that a fault could meet. */
function* everyOne(): Generator<number> {
	for (let first = 0; ; first++) yield first;
}

/** The first request of each method and path; what differs in a path is a number or a name of this run. */
function firstOfEachKind(requests: readonly string[]): Iterable<number> {
	const first = new Map<string, number>();
	requests.forEach((request, index) => {
		const kind = request
			.replace(STATUS, '')
			.replace(/(\/invoices\/)[^/? ]+/, '$1:number')
			.replace(/(\/reports\/)[^/ ]+/, '$1:id')
			.replace(/(\/report-subscriptions\/)[^/ ]+/, '$1:name')
			.replace(/(\/report-definitions\/)[^/ ]+/, '$1:name');
		if (!first.has(kind)) first.set(kind, index);
	});
	return first.values();
}
