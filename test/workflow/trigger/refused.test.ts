import type { IDataObject } from 'n8n-workflow';

import { setAttempts } from '../../support/patience';
import { useSandbox } from '../../support/sandbox';
import { Invoices } from './invoices';
import { watchSandbox } from './watch';

beforeEach(() => setAttempts(1));

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

const watch = (parameters: IDataObject = {}) =>
	watchSandbox(sandbox, {
		event: 'invoiceStatusChanged',
		options: { health: 'changes' },
		...parameters,
	});

const refuse = async (path: string, status = 403) =>
	await sandbox.control.fault({
		kind: 'status',
		status,
		times: 1000,
		path: `/invoicing/v2/invoices/${path}`,
	});

const numbersIn = (events: IDataObject[]) =>
	events
		.flatMap(({ invoiceNumber }) => (invoiceNumber === undefined ? [] : [invoiceNumber]))
		.sort();

describe('Invoices that the service refuses', () => {
	it('that are not found are gone, not in quarantine, and fail no poll', async () => {
		for (const number of ['GONE', 'GOOD']) await invoices.create(number);
		const workflow = watch();
		await workflow.activate();
		await refuse('GONE', 404);
		for (const number of ['GONE', 'GOOD']) await invoices.pay(number);
		expect(numbersIn(await workflow.poll())).toEqual(['GOOD']);
		await workflow.poll();
		const health = workflow.events.filter(({ event }) => event === 'health');
		expect(health.filter(({ quarantine }) => quarantine)).toEqual([]);
		expect(workflow.errors).toEqual([]);
	});

	it('without exception fail the poll with the words of the service', async () => {
		const numbers = Array.from({ length: 26 }, (_, index) => `N${index}`);
		for (const number of numbers) await invoices.create(number);
		const workflow = watch({});
		await workflow.activate();
		await refuse('N*');
		for (const number of numbers) await invoices.pay(number);
		expect(await workflow.poll()).toEqual([]);
		expect(workflow.errors).toMatchObject([{ context: { status: 403 } }]);
		await sandbox.control.clearFaults();
		await workflow.poll();
		expect(numbersIn(workflow.events)).toEqual([...numbers].sort());
	});
});

describe('An empty list that is answered "not found"', () => {
	beforeEach(async () => {
		await sandbox.control.send('PUT', '/dialect', {
			dialect: { beyondEnd: 'not-found' },
		});
	});

	it('fails the activation where nothing of the service answers', async () => {
		await sandbox.control.fault({ kind: 'status', status: 404, times: 1000 });
		await expect(watch().activate()).rejects.toThrow('Watch invoices');
	});
});
