import { rejectOnAbort, pause, RetryAfterGate } from '../../../nodes/shared/transport/retry';

beforeEach(() => void jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void jest.useRealTimers());

function watch(promise: Promise<void>) {
	const seen = { state: 'waits' };
	promise.then(
		() => (seen.state = 'over'),
		(reason: unknown) => (seen.state = String(reason)),
	);
	return seen;
}

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

describe('A pause', () => {
	it.each([0, -5])('of %i ms is none', async (milliseconds) => {
		const seen = watch(pause(milliseconds));
		expect(jest.getTimerCount()).toBe(0);
		await pass(0);
		expect(seen.state).toBe('over');
	});

	it('ends at once when the execution is stopped', async () => {
		const stop = new AbortController();
		const seen = watch(pause(1000, stop.signal));
		await pass(10);
		expect(seen.state).toBe('waits');
		stop.abort('stopped');
		await pass(0);
		expect(seen.state).toBe('stopped');
	});

	it('does not begin when the execution is stopped already', async () => {
		const stop = new AbortController();
		stop.abort('stopped');
		const works = [0, 1000].map((milliseconds) => pause(milliseconds, stop.signal));
		const seen = [...works, rejectOnAbort(new Promise<void>(() => {}), stop.signal)].map(watch);
		await pass(0);
		expect(seen.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('that nobody stops ends after its time, and listens no longer', async () => {
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		const seen = watch(pause(1000, signal));
		await pass(999);
		expect(seen.state).toBe('waits');
		await pass(1);
		expect(seen.state).toBe('over');
		for (const [, listener] of added.mock.calls)
			expect(removed).toHaveBeenCalledWith('abort', listener);
	});
});

describe('The gate', () => {
	it('keeps everybody waiting until it opens', async () => {
		const gate = new RetryAfterGate();
		gate.closeFor(1000);
		const seen = [watch(gate.pass()), watch(gate.pass())];
		await pass(999);
		expect(seen.map(({ state }) => state)).toEqual(['waits', 'waits']);
		await pass(1);
		expect(seen.map(({ state }) => state)).toEqual(['over', 'over']);
	});

	it('stays closed as long as the longest wish, also for who waits already', async () => {
		const gate = new RetryAfterGate();
		gate.closeFor(1000);
		const seen = watch(gate.pass());
		gate.closeFor(3000);
		gate.closeFor(10);
		await pass(2999);
		expect(seen.state).toBe('waits');
		await pass(1);
		expect(seen.state).toBe('over');
	});
});
