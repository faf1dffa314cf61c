import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { Memory } from '../../../nodes/MerchantServicesTrigger/memory';

const MINUTE = 60_000;
const START = Date.parse('2026-03-01T12:00:00Z');

let clock: number;
beforeEach(() => {
	clock = START;
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
});

/** Polls of one trigger: n8n gives each of them the same static data. */
function trigger() {
	const data: IDataObject = {};
	const warnings: string[] = [];
	const context = {
		getWorkflowStaticData: () => data,
		getWorkflow: () => ({ id: 'workflow', active: true }),
		getNode: () => ({ id: 'node' }),
		logger: { warn: (text: string) => warnings.push(text) },
	} as unknown as IPollFunctions;
	return { memory: () => new Memory(context), warnings };
}

/** A poll that ends when the test says so, and says whether it may still write. */
function hanging(memory: Memory) {
	let end = () => {};
	const done = memory.exclusively(async (isCurrent) => {
		await new Promise<void>((resolve) => {
			end = resolve;
		});
		return isCurrent() ? 'wrote' : 'superseded';
	});
	return { done, end: () => end() };
}

describe('A poll that has not ended when the next one begins', () => {
	it('goes on alone for 30 minutes, and the others leave the work to it without an error', async () => {
		const { memory, warnings } = trigger();
		const first = hanging(memory());
		for (const minutes of [0, 1, 15, 29]) {
			clock = START + minutes * MINUTE;
			const second = jest.fn(async () => 'ran');
			expect(await memory().exclusively(second)).toBeUndefined();
			expect(second).not.toHaveBeenCalled();
		}
		first.end();
		expect(await first.done).toBe('wrote');
		expect(warnings).toEqual([]);
		expect(await memory().exclusively(async () => 'ran')).toBe('ran');
	});

	it('is taken as stuck after 30 minutes: the next one goes on, and the stuck one writes nothing', async () => {
		const { memory, warnings } = trigger();
		const stuck = hanging(memory());
		clock = START + 30 * MINUTE;
		const second = hanging(memory());
		expect(warnings).toEqual([expect.stringContaining('2026-03-01T12:00:00.000Z has not ended')]);
		stuck.end();
		expect(await stuck.done).toBe('superseded');
		// The end of the stuck one does not open the door for a third.
		clock += MINUTE;
		expect(await memory().exclusively(async () => 'ran')).toBeUndefined();
		second.end();
		expect(await second.done).toBe('wrote');
		expect(await memory().exclusively(async () => 'ran')).toBe('ran');
	});

	it('that fails lets the next one begin at once', async () => {
		const { memory } = trigger();
		const failing = memory().exclusively(async () => await Promise.reject(new Error('Away')));
		await expect(failing).rejects.toThrow('Away');
		expect(await memory().exclusively(async () => 'ran')).toBe('ran');
	});
});
