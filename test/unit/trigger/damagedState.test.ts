import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { EVENTS } from '../../../nodes/MerchantServicesTrigger/events/table';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import { Memory } from '../../../nodes/MerchantServicesTrigger/memory';
import { withDefaults } from '../../support/engine';
import { cases } from '../../support/long';
import { setPortion } from '../../support/patience';
import { PollingWorkflow } from '../../support/polling';
import { useSandbox } from '../../support/sandbox';
import { dice, type Dice } from './invoiceModel';

const sandbox = useSandbox('all');
beforeAll(async () => {
	await sandbox.control.send('POST', '/invoices', { count: 30 });
	await sandbox.control.makeReports({ reportName: 'Daily', count: 5, rows: 1 });
});
beforeEach(() => setPortion(7));

const node = new MerchantServicesTrigger();
const RESET = /started over because its (saved state could not be read|event, credential)/;

const watching = (event: string): PollingWorkflow =>
	new PollingWorkflow({
		node,
		address: sandbox.address,
		token: sandbox.token,
		parameters: withDefaults(node, {
			event,
			start: 'everything',
			options: { health: 'changes', replayFrom: '2020-01-01T00:00:00Z' },
		}),
	});

/** What n8n has saved of a trigger in the middle of its work. */
async function savedBy(event: string): Promise<{ workflow: PollingWorkflow; saved: IDataObject }> {
	const workflow = watching(event);
	await workflow.activate();
	for (let polls = 0; polls < 3; polls++) await workflow.poll();
	expect(workflow.errors).toEqual([]);
	const { watch } = workflow.state as { watch: IDataObject };
	return { workflow, saved: JSON.parse(JSON.stringify(watch)) as IDataObject };
}

const VALUES = [null, '', 'x', 0, -1, 1.5, 1e300, true, [], {}, 'SENT', '2026-01-01'];

/** Changes one value somewhere in it, or removes it, or adds one. */
function damage(value: unknown, roll: Dice): unknown {
	if (typeof value !== 'object' || value === null) {
		if (typeof value === 'number' && roll(2) === 0) return value + roll(3) - 1;
		if (typeof value === 'string' && roll(2) === 0) return value.slice(roll(value.length + 1));
		return VALUES[roll(VALUES.length)];
	}
	const names = Object.keys(value);
	const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as IDataObject;
	const name = names[roll(names.length + 1)] ?? String(roll(50));
	const how = roll(8);
	if (how === 0 && Array.isArray(copy)) copy.splice(Number(name), 1);
	else if (how === 0) delete copy[name];
	else if (how === 1) copy[name] = VALUES[roll(VALUES.length)];
	else copy[name] = damage(copy[name] ?? null, roll) as IDataObject;
	return copy;
}

/** As n8n gives it back. */
const memoryOf = (watch: unknown, id: string) =>
	new Memory({
		getWorkflowStaticData: () => ({ watch }),
		getWorkflow: () => ({ id }),
		getNode: () => ({ id: 'node' }),
		logger: { warn: () => undefined },
	} as unknown as IPollFunctions);

const inOrder = (value: unknown): string =>
	JSON.stringify(value, (_, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort())
			: part,
	);

describe.each(EVENTS.map(({ value }) => value))('A saved state of %s', (event) => {
	it('is taken up, also with its names in another order, and never if anything in it changed', async () => {
		const { saved } = await savedBy(event);
		const { origin } = saved as { origin: string };
		const read = (watch: unknown, id: string) => memoryOf(watch, id).read(origin);
		const turned = Object.fromEntries(Object.entries(saved).reverse());
		expect(read(turned, event)).toMatchObject({ begun: true, kept: { state: saved.state } });
		const roll = dice(7);
		let damaged = 0;
		for (let tries = 0; tries < cases(150, 5_000); tries++) {
			const spoiled = JSON.parse(JSON.stringify(damage(saved, roll))) as unknown;
			if (inOrder(spoiled) === inOrder(saved)) continue;
			damaged++;
			const { kept, begun, reset } = read(spoiled, `${event} ${tries}`);
			// The number of a revision is not part of what the trigger knows.
			expect({ spoiled, kept, begun, reset }).toEqual({
				spoiled,
				begun: true,
				reset: expect.stringMatching(RESET) as string,
			});
		}
		expect(damaged).toBeGreaterThan(cases(120, 4_000));
	});

	it('starts over with a notice where it is damaged: no error, and nothing from the past', async () => {
		const { workflow, saved } = await savedBy(event);
		const roll = dice(11);
		for (let tries = 0; tries < cases(8, 200); tries++) {
			const spoiled = damage(saved, roll);
			if (inOrder(spoiled) === inOrder(saved)) continue;
			workflow.executions.length = 0;
			workflow.saved = JSON.stringify({ 'node:Trigger': { watch: spoiled } });
			await workflow.pollFromSaved();
			const items = workflow.executions.flat().map(({ json }) => json);
			expect({ spoiled, errors: workflow.errors }).toEqual({ spoiled, errors: [] });
			expect(items).toMatchObject([{ event: 'health', message: expect.stringMatching(RESET) }]);
		}
	});
});
