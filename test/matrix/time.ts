import type * as Workflow from 'n8n-workflow';

// To be imported first: what was loaded before it still sleeps.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof Workflow>('n8n-workflow'),
	sleep: mockSleep,
}));

/** What is shorter is slept: it only lets others go on. */
const SHORT = 50;
/** Enough for whatever has arrived to be dealt with: all sides live in this process. */
const TURNS = 100;

let clock = Date.now.bind(Date);
let ahead = 0;
Date.now = () => clock() + ahead;

interface Sleeper {
	until: number;
	wake(): void;
}

const sleepers = new Set<Sleeper>();

/** Pauses between requests are over at once; the limit of an answer is reached when `passTime` says so. */
async function mockSleep(milliseconds: number, cancel?: AbortSignal): Promise<void> {
	if (milliseconds < SHORT) {
		return await new Promise((resolve) => setTimeout(resolve, milliseconds));
	}
	if (!isLimitOfAnswer()) return passTime(milliseconds);
	await new Promise<void>((resolve) => {
		const wake = () => {
			sleepers.delete(sleeper);
			cancel?.removeEventListener('abort', wake);
			resolve();
		};
		const sleeper = { until: Date.now() + milliseconds, wake };
		sleepers.add(sleeper);
		cancel?.addEventListener('abort', wake);
	});
}

/** The limit of a whole answer. All test files of a worker share it, so it is put back. */
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
beforeAll(() => {
	AbortSignal.timeout = (milliseconds) => {
		const alarm = new AbortController();
		sleepers.add({ until: Date.now() + milliseconds, wake: () => alarm.abort() });
		return alarm.signal;
	};
});
afterAll(() => {
	AbortSignal.timeout = realTimeout;
});

/** Both sleep by the same function; only the watch over an answer calls it from its own file. */
const isLimitOfAnswer = (): boolean => /transport.stream\.ts/.test(new Error().stack ?? '');

/** Moves the clock of the nodes and of the sandbox on. */
export function passTime(milliseconds: number): void {
	ahead += milliseconds;
	const now = Date.now();
	for (const sleeper of sleepers) {
		if (sleeper.until > now) continue;
		sleepers.delete(sleeper);
		sleeper.wake();
	}
}

/** From now on time stands still, but for what passes here: so that two runs give the same. */
export function standAt(moment: number): void {
	clock = () => moment;
	ahead = 0;
}

/** Lets whatever has arrived be read. */
const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** Waits until everything that was written has been read. */
export async function settle(): Promise<void> {
	for (let turns = 0; turns < TURNS; turns++) await turn();
}
