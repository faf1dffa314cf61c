import type { IDataObject } from 'n8n-workflow';

import type { PollingOptions } from '../../support/polling';
import { setAttempts } from '../../support/patience';
import { useSandbox } from '../../support/sandbox';
import { watchSandbox, WITH_STATUSES } from './watch';
import { Invoices } from './invoices';

beforeEach(() => setAttempts(1));

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

const watch = (parameters: IDataObject = {}, options: Partial<PollingOptions> = {}) =>
	watchSandbox(
		sandbox,
		{ event: 'invoiceStatusChanged', ...WITH_STATUSES, ...parameters },
		options,
	);

const told = (events: Array<Record<string, unknown>>) =>
	events.map(({ invoiceNumber, previousStatus, newStatus }) =>
		[invoiceNumber, previousStatus, newStatus].join(' '),
	);

describe('Invoice status changed, in n8n against the sandbox', () => {
	it('hands over each step of each invoice, in order, and nothing of the past', async () => {
		await invoices.create('OLD');
		const workflow = watch();
		await workflow.activate();
		expect(workflow.events).toEqual([]);

		await invoices.draft('A');
		await invoices.send('A');
		await invoices.pay('OLD', '40.00');
		await invoices.pay('OLD', '30.00');
		expect(told(await workflow.poll()).sort()).toEqual([
			'A  DRAFT',
			'A DRAFT SENT',
			'OLD PARTIAL PARTIAL',
			'OLD SENT PARTIAL',
		]);
		expect(workflow.events.filter((event) => 'triggerNotice' in event)).toEqual([]);
		expect(await workflow.poll()).toEqual([]);
	});

	it('looks up 50 partly paid invoices in a poll at most, and the others in the next one', async () => {
		await invoices.bulk(60, 'PARTIAL');
		const workflow = watch();
		await workflow.activate();
		const lookedUp = new Set<string>();
		for (const polls of [1, 2]) {
			await sandbox.control.clearRequests();
			await workflow.poll();
			const paths = (await sandbox.control.requests()).map(({ url }) => url.split('?')[0]);
			const details = paths.filter((path) => /invoices\/./.test(path));
			expect([polls, details.length]).toEqual([polls, 50]);
			for (const path of details) lookedUp.add(path);
		}
		expect(lookedUp.size).toBe(60);
	});

	it('shows a real example in the editor and leaves the state alone', async () => {
		await invoices.draft('DRAFT');
		await invoices.create('EX');
		await invoices.pay('EX', '40.00');
		const [partly] = await watch().example();
		expect(partly.json).toMatchObject({ invoiceNumber: 'EX', change: 'partlyPaid' });
		await invoices.pay('EX');
		await invoices.create('NEWER');
		await invoices.pay('NEWER');
		const workflow = watch({ changes: ['sent', 'paid'] });
		const [item] = await workflow.example();
		expect(item.json).toMatchObject({ invoiceNumber: 'NEWER', change: 'paid', newStatus: 'PAID' });
		expect(workflow.state).toEqual({});
		await expect(watch({ changes: ['canceled'] }).example()).rejects.toMatchObject({
			message: 'No invoice to show as an example',
			description: expect.stringContaining('Canceled') as string,
		});
	});

	it('shows a rejected payment as an example, which leads to no list of its own', async () => {
		await sandbox.control.send('PUT', '/fraud-management', { enabled: true });
		await invoices.create('REVIEWED');
		await sandbox.control.send('POST', '/invoices/REVIEWED/review', {});
		await sandbox.control.send('POST', '/invoices/REVIEWED/reject', {});
		await invoices.create('NEWER');
		const [item] = await watch({ changes: ['paymentRejected'] }).example();
		expect(item.json).toMatchObject({ invoiceNumber: 'REVIEWED', change: 'paymentRejected' });
	});
});
