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
		expect((await workflow.example())[0].json).toMatchObject({ change: 'overdue' });
	});

	it.each([[['paid']], [[]]])('are not reported with %j, and not later either', async (changes) => {
		await invoices.create('QUIET', { dueDate: date(2), expires: date(3) });
		const workflow = watch(changes);
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
