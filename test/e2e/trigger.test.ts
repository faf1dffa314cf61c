import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { itemsOf, type StoredWorkflow } from '../../host/rest';
import { Instance } from './support/instance';
import { chain, EVERY_FIVE_SECONDS, trigger, wait } from './support/workflow';

const NODE = 'Merchant Services Trigger';
const OPEN_INVOICES = 15;

describe('the trigger in the real n8n', () => {
	let instance: Instance;
	let invoices: string[];
	let invoiceWatch: StoredWorkflow;
	let reportWatch: StoredWorkflow;
	let began: string;

	const pay = async (numbers: string[]) => {
		for (const number of numbers) {
			await instance.sandbox.control.send('POST', `/invoices/${number}/pay`, {});
		}
	};

	/** What all executions of a workflow were given, oldest first. */
	const emitted = async (workflow: StoredWorkflow): Promise<IDataObject[]> => {
		const found: IDataObject[] = [];
		for (const { id } of (await instance.client.executions(workflow.id)).reverse()) {
			const execution = await instance.client.ended(id);
			expect(execution.status).toBe('success');
			found.push(...itemsOf(execution, NODE).map(({ json }) => json));
		}
		return found;
	};

	const untilEmitted = async (workflow: StoredWorkflow, count: number): Promise<IDataObject[]> => {
		for (let tries = 0; tries < 120; tries++) {
			const found = await emitted(workflow);
			if (found.length >= count) return found;
			await sleep(1000);
		}
		return await emitted(workflow);
	};

	const untilRunning = async (workflow: StoredWorkflow): Promise<string> => {
		for (let tries = 0; tries < 120; tries++) {
			const running = await instance.client.executions(workflow.id, ['running']);
			if (running.length > 0) return running[0].id;
			await sleep(500);
		}
		throw new Error(`Workflow ${workflow.name} started no execution`);
	};

	/** Two more polls at least, in which what was emitted already could be emitted again. */
	const twoMorePolls = async () => await sleep(12_000);

	const numbersOf = (events: IDataObject[]) => events.map((event) => event.invoiceNumber).sort();

	beforeAll(async () => {
		instance = await Instance.start('trigger');
		const { client, credential, sandbox } = instance;
		const made = await sandbox.control.send<{ ids: string[] }>('POST', '/invoices', {
			count: OPEN_INVOICES,
			status: 'SENT',
		});
		invoices = made.ids;
		// The clock of the sandbox is moved on: an hour is more than that.
		began = new Date(Date.now() - 3_600_000).toISOString();
		const watch = async (name: string, parameters: IDataObject) => {
			const step = trigger(credential, { pollTimes: EVERY_FIVE_SECONDS, ...parameters });
			const workflow = await client.addWorkflow(chain(name, [step]));
			await client.activatePolling(workflow);
			return workflow;
		};
		invoiceWatch = await watch('Paid invoices', {
			event: 'invoiceStatusChanged',
			changes: ['paid'],
		});
		reportWatch = await watch('New reports', { event: 'newReport', reportNames: 'Made in e2e *' });
	});
	afterAll(async () => await instance.stop());

	test('each payment starts the workflow once', async () => {
		const paid = invoices.slice(0, 5);
		await pay(paid);
		await untilEmitted(invoiceWatch, paid.length);
		await twoMorePolls();
		expect(numbersOf(await emitted(invoiceWatch))).toEqual([...paid].sort());
	});

	test('each report that the clock completes starts the workflow once', async () => {
		const { control } = instance.sandbox;
		const names = ['Made in e2e one', 'Made in e2e two'];
		for (const reportName of names) await control.makeReport({ reportName, rows: 2 });
		await control.advanceClock('PT1M');
		await untilEmitted(reportWatch, names.length);
		await twoMorePolls();
		const events = await emitted(reportWatch);
		expect(events.map((event) => event.reportName).sort()).toEqual(names);
	});

	test('a trigger that begins with a date hands over again from it, and says how it is', async () => {
		const paid = invoices.slice(0, 5);
		const { client, credential } = instance;
		const step = trigger(credential, {
			pollTimes: EVERY_FIVE_SECONDS,
			event: 'invoiceStatusChanged',
			changes: ['paid'],
			options: { health: 'changes', replayFrom: began },
		});
		const workflow = await client.addWorkflow(chain('Again', [step]));
		await client.activatePolling(workflow);
		const events = await untilEmitted(workflow, paid.length + 1);
		await twoMorePolls();
		expect(await emitted(workflow)).toHaveLength(events.length);
		expect(numbersOf(events.filter(({ isReplay }) => isReplay === true))).toEqual([...paid].sort());
		expect(events.filter(({ event }) => event === 'health')).toMatchObject([
			{ isHealthy: true, failedPolls: 0 },
		]);
	});

	test('n8n killed and started again loses no payment and repeats none', async () => {
		await pay(invoices.slice(5, 10));
		// Right after its execution, seconds before the next poll: n8n does not finish what it is killed in.
		await untilEmitted(invoiceWatch, 10);
		await pay(invoices.slice(10, 12));
		const restarted = instance.killAndRestart();
		await pay(invoices.slice(12, 15));
		await restarted;
		await instance.client.logIn();
		await untilEmitted(invoiceWatch, OPEN_INVOICES);
		await twoMorePolls();
		expect(numbersOf(await emitted(invoiceWatch))).toEqual([...invoices].sort());
	});

	test('an execution that n8n is killed in can be retried with its events', async () => {
		const { client, credential, sandbox } = instance;
		const { ids } = await sandbox.control.send<{ ids: string[] }>('POST', '/invoices', {
			count: 2,
			status: 'SENT',
		});
		const watch = trigger(credential, {
			pollTimes: EVERY_FIVE_SECONDS,
			event: 'invoiceStatusChanged',
			changes: ['paid'],
		});
		const workflow = await client.addWorkflow(chain('Slow', [watch, wait(15)]));
		await client.activatePolling(workflow);
		await pay(ids);
		const id = await untilRunning(workflow);
		await instance.killAndRestart();
		await client.logIn();
		expect(await client.ended(id)).toMatchObject({ status: 'crashed' });
		const retried = await client.retry(id);
		expect(retried.status).toBe('success');
		expect(numbersOf(itemsOf(retried, 'Wait').map(({ json }) => json))).toEqual([...ids].sort());
	});

	test('n8n has nothing to complain of about us', async () => {
		expect(await instance.ourErrors()).toEqual([]);
	});
});
