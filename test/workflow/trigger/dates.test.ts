import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { Invoices } from './invoices';
import { triggerParameters, useMovableClock, watchSandbox, WITH_STATUSES } from './watch';

const DAY = 86_400_000;

const clock = useMovableClock();

const sandbox = useSandbox('each');
const invoices = new Invoices(sandbox);

/** Days pass, for n8n and for the sandbox, which goes by the same clock. */
async function pass(days: number): Promise<void> {
	clock.ahead += days * DAY;
	await sandbox.control.advanceClock('PT1S');
}

const today = Math.floor(Date.now() / DAY) * DAY;
/** So many days from today, YYYY-MM-DD. */
const date = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10);

const watch = (changes: string[], more: IDataObject = {}) =>
	watchSandbox(sandbox, { event: 'invoiceStatusChanged', changes, ...WITH_STATUSES, ...more });

const told = (events: Array<Record<string, unknown>>) =>
	events.map(({ invoiceNumber, change }) => [invoiceNumber, change].join(' ')).sort();

describe('Dates of invoices, in n8n against the sandbox', () => {
	it('are reported some days before the due date, once, and not of an invoice that was paid', async () => {
		const workflow = watch(['dueSoon', 'overdue'], { options: { dueWithinDays: 4 } });
		await workflow.activate();
		await invoices.create('SOON', { dueDate: date(10) });
		await invoices.create('PAID', { dueDate: date(10) });
		await invoices.create('FAR', { dueDate: date(60) });
		expect(await workflow.poll()).toEqual([]);
		await pass(5);
		expect(await workflow.poll()).toEqual([]);
		await invoices.pay('PAID');
		await pass(1);
		const events = await workflow.poll();
		expect(told(events)).toEqual(['SOON dueSoon']);
		expect(events[0]).toMatchObject({
			eventId: `SOON:dueSoon:${date(10)}`,
			previousStatus: 'SENT',
			newStatus: 'SENT',
			changedAt: `${date(6)}T00:00:00.000Z`,
		});
		await pass(2);
		expect(await workflow.poll()).toEqual([]);
		await pass(3);
		expect(told(await workflow.poll())).toEqual(['SOON overdue']);
		expect(await workflow.poll()).toEqual([]);
	});

	it('are not reported if they are not asked for, and not later either', async () => {
		await invoices.create('QUIET', { dueDate: date(2), expires: date(3) });
		const workflow = watch(['paid']);
		await workflow.activate();
		await pass(4);
		expect(await workflow.poll()).toEqual([]);
		await workflow.restart({
			parameters: triggerParameters({
				event: 'invoiceStatusChanged',
				changes: ['overdue', 'expired', 'dueSoon'],
			}),
		});
		expect(await workflow.poll()).toEqual([]);
	});
});

describe('What leaves the status as it is, in n8n against the sandbox', () => {
	it('comes once for each reminder that the service sent', async () => {
		const { status } = await sandbox.call(
			'PUT',
			'/invoicing/v2/invoiceSettings?productType=INVOICING',
			{
				body: { invoiceSettingsInformation: { enableReminders: true } },
			},
		);
		expect(status).toBe(200);
		await invoices.create('REMINDED', { dueDate: date(8) });
		await invoices.create('DRAFTED', { dueDate: date(8) });
		const workflow = watch(['reminderSent']);
		const statuses = watch([]);
		await workflow.activate();
		await statuses.activate();
		await pass(1);
		expect(await workflow.poll()).toEqual([]);
		await invoices.cancel('DRAFTED');
		await pass(3);
		const events = await workflow.poll();
		expect(told(events)).toEqual(['REMINDED reminderSent']);
		expect(events[0]).toMatchObject({ previousStatus: 'SENT', newStatus: 'SENT' });
		expect(await workflow.poll()).toEqual([]);
		await pass(6);
		expect(told(await workflow.poll())).toEqual(['REMINDED reminderSent']);
		expect(new Set(workflow.events.map(({ eventId }) => eventId)).size).toBe(2);
		// A change of status it is not.
		expect(told(await statuses.poll())).toEqual(['DRAFTED canceled']);
	});
});
