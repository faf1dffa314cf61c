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
	const context = {
		getWorkflowStaticData: () => data,
		getWorkflow: () => ({ id: 'workflow', active: true }),
		getNode: () => ({ id: 'node' }),
	} as unknown as IPollFunctions;
	return () => new Memory(context);
}

function hanging(memory: Memory) {
	let end = () => {};
	const done = memory.exclusively(async () => {
		await new Promise<void>((resolve) => {
			end = resolve;
		});
		return 'wrote';
	});
	return { done, end: () => end() };
}

describe('A poll that has not ended when the next one begins', () => {
	it('goes on alone for 30 minutes, and the others leave the work to it without an error', async () => {
		const memory = trigger();
		const first = hanging(memory());
		for (const minutes of [0, 1, 15, 29]) {
			clock = START + minutes * MINUTE;
			const second = jest.fn(async () => 'ran');
			expect(await memory().exclusively(second)).toBeUndefined();
			expect(second).not.toHaveBeenCalled();
		}
		first.end();
		expect(await first.done).toBe('wrote');
		expect(await memory().exclusively(async () => 'ran')).toBe('ran');
	});

	it('fails the others after 30 minutes, which return nothing twice', async () => {
		const memory = trigger();
		const stuck = hanging(memory());
		clock = START + 30 * MINUTE;
		const second = jest.fn(async () => 'ran');
		await expect(memory().exclusively(second)).rejects.toMatchObject({
			message: 'The poll that began at 2026-03-01T12:00:00.000Z has not ended',
			advice: 'Publish the workflow again, or restart n8n.',
		});
		expect(second).not.toHaveBeenCalled();
		stuck.end();
		expect(await stuck.done).toBe('wrote');
		expect(await memory().exclusively(second)).toBe('ran');
	});

	it('that fails lets the next one begin at once', async () => {
		const memory = trigger();
		const failing = memory().exclusively(async () => await Promise.reject(new Error('Away')));
		await expect(failing).rejects.toThrow('Away');
		expect(await memory().exclusively(async () => 'ran')).toBe('ran');
	});
});
