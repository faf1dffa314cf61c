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
function trigger(node = 'node', data: IDataObject = {}) {
	const context = {
		getWorkflowStaticData: () => data,
		getWorkflow: () => ({ id: 'workflow', active: true }),
		getNode: () => ({ id: node }),
		logger: { warn: () => {} },
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
});

it.each([{ version: 0, origin: 'same' }, 'text'])(
	'A saved state that cannot be read begins a new one, which says so: %j',
	(watch) => {
		const { saved, reset } = trigger('node', { watch })().read('same');
		expect(saved).toBeUndefined();
		expect(reset).toContain('this version of the package cannot read its saved state');
	},
);

it('What a poll has written without events is not taken for that of another trigger in the workflow', () => {
	const [first, second] = [trigger('first'), trigger('second')];
	first().write({ origin: 'same', state: 'its own', watchedSince: START }, false);
	expect(first().read('same').saved?.state).toBe('its own');
	expect(second().read('same')).toEqual({});
});
