import { DateTime, Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { Invoicing, jsonOf } from './invoicing';

const SHARED_BY_LINK = 'Shared by link. Send its payment link yourself';
const START = '2027-01-04T05:01:00Z';
const ZONE = 'America/New_York';
/** The runs are at midnight where the workflow runs, and the clock of the service is two minutes behind. */
const invoicing = new Invoicing(
	useSandbox('each', { now: DateTime.fromISO(START).minus({ minutes: 2 }).toISO() ?? '' }),
);
const { now } = Settings;
let day = 0;
beforeEach(() => {
	day = 0;
	Settings.now = () => Date.parse(START) + day * 86_400_000;
});
afterEach(() => {
	Settings.now = now;
});

const dateOf = (days: number) =>
	DateTime.fromISO(START, { zone: ZONE }).plus({ days }).toFormat('yyyy-MM-dd');

async function bill(id: string, due: number, more: IDataObject = {}): Promise<string> {
	const { status } = await invoicing.sandbox.call('POST', '/invoicing/v2/invoices', {
		body: {
			customerInformation: { name: id, email: `${id}@example.com` },
			invoiceInformation: {
				invoiceNumber: id,
				description: 'Advice',
				dueDate: dateOf(due),
				deliveryMode: 'email',
				sendImmediately: true,
				...more,
			},
			orderInformation: {
				amountDetails: { totalAmount: '100.00', currency: 'USD' },
				lineItems: [
					{
						productSku: 'A',
						productName: 'A',
						quantity: '1',
						unitPrice: '100',
						totalAmount: '100',
					},
				],
			},
		},
	});
	expect(status).toBe(201);
	return id;
}

/** Schedule, Get Many, Send. */
async function remind(days = '30, 1, 14') {
	const overdue = await invoicing.run('invoice', 'getAll', {
		returnAll: true,
		itemOutput: 'simplified',
		filters: { overdueOnly: true },
	});
	const input = jsonOf(overdue.items);
	if (input.length === 0) return { items: [], error: undefined };
	return await invoicing.run(
		'invoice',
		'send',
		{ invoice: { __rl: true, mode: 'id', value: '={{ $json.invoiceNumber }}' } },
		{ input, options: { remindOnDaysOverdue: days } },
	);
}

/** Who was reminded since the last call. */
async function reminded(): Promise<string[]> {
	const emails = await invoicing.sandbox.control.outbox();
	const since = emails.slice(met).filter(({ kind }) => kind === 'invoice');
	met = emails.length;
	return since.map(({ invoiceId }) => invoiceId).sort();
}
let met = 0;
beforeEach(() => {
	met = 0;
});

it('each customer is reminded once from each day on, whatever runs, pauses and fails for 60 days', async () => {
	const dues = new Map<string, number>();
	for (const due of [0, 1, 2, 3, 5, 8, 13, 21, 34]) dues.set(await bill(`C${due}`, due), due);
	await bill('LINK', 1, { deliveryMode: 'none' });
	await bill('DRAFT', 1, { sendImmediately: false });
	for (const id of ['PAID', 'PARTLY'])
		dues.set(await bill(id, 4, { allowPartialPayments: true }), 4);
	await reminded();
	const steps = new Map<string, number>();
	const expectedToday = () =>
		[...dues].flatMap(([id, due]) => {
			const step = [30, 14, 1].find((each) => day - due >= each) ?? 0;
			if (step <= (steps.get(id) ?? 0)) return [];
			steps.set(id, step);
			return [id];
		});

	for (day = 1; day <= 60; day++) {
		await invoicing.sandbox.control.advanceClock('P1D');
		if (day === 10) await invoicing.pay('PARTLY', '10.00');
		if (day === 11) {
			await invoicing.pay('PAID');
			dues.delete('PAID');
		}
		// A holiday, and a weekend.
		if ([14, 15, 16].includes(day) || day % 7 === 0) continue;
		const delivery = { method: 'POST', path: '/invoicing/v2/invoices/*/delivery' } as const;
		const isFaulty = day % 4 === 0;
		if (isFaulty) {
			await invoicing.sandbox.control.fault(
				day % 8 === 0
					? { ...delivery, kind: 'drop', when: 'after' }
					: { ...delivery, kind: 'status', status: 503, skip: 1 },
			);
		}
		const first = await remind();
		if (!isFaulty) expect(first.error).toBeUndefined();
		await invoicing.sandbox.control.clearFaults();
		// A second run of the day finishes what a fault stopped, and repeats nothing.
		if (isFaulty || day % 3 === 0) expect((await remind()).error).toBeUndefined();
		expect([day, ...(await reminded())]).toEqual([day, ...expectedToday().sort()]);
	}
	expect([...steps.values()].filter((step) => step === 30).length).toBeGreaterThan(7);
}, 180_000);

it('says who was reminded and why an invoice is skipped, and needs no filter before it', async () => {
	await bill('SHARED', 1, { deliveryMode: 'none' });
	await bill('LATE', 1);
	await bill('SOON', 20);
	await bill('DRAFT', 1, { sendImmediately: false });
	// In the evening, when the day of Greenwich is the next one.
	day = 3.9;
	await invoicing.sandbox.control.advanceClock('P3D');
	const send = async () =>
		jsonOf(
			(
				await invoicing.run(
					'invoice',
					'send',
					{ invoice: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
					{
						input: ['SHARED', 'LATE', 'SOON', 'DRAFT'].map((id) => ({ id })),
						options: { remindOnDaysOverdue: '2, 14' },
					},
				)
			).items,
		).map((item) => [item.outcome, item.reason, item.customerEmail, item.daysOverdue]);
	const others = [
		['skipped', 'Not overdue by 2 days', 'SOON@example.com', 0],
		['skipped', 'Not overdue (DRAFT)', 'DRAFT@example.com', 0],
	];
	const shared = ['skipped', SHARED_BY_LINK, 'SHARED@example.com', 2];
	const late = ['LATE@example.com', 2];
	expect(await send()).toEqual([shared, ['sent', 'Reminder of day 2', ...late], ...others]);
	expect(await send()).toEqual([shared, ['skipped', 'Emailed since day 2', ...late], ...others]);
});

it('counts the reminders of the service itself', async () => {
	await invoicing.sandbox.call('PUT', '/invoicing/v2/invoiceSettings?productType=INVOICING', {
		body: { invoiceSettingsInformation: { enableReminders: true } },
	});
	await bill('LATE', 5);
	day = 20;
	await invoicing.sandbox.control.advanceClock('P20D');
	expect((await invoicing.sandbox.control.outbox()).map(({ kind }) => kind)).toEqual([
		'invoice',
		'reminder',
	]);
	await reminded();
	await remind('1, 16');
	expect(await reminded()).toEqual([]);
	await remind('1, 15, 365');
	expect(await reminded()).toEqual(['LATE']);
});

it.each(['', '0', '1; 14', 'soon', '-3', '1.5'])('is refused with the days "%s"', async (days) => {
	await bill('LATE', 1);
	day = 3;
	const { message } = await invoicing.refusal(
		'send',
		{ invoice: { __rl: true, mode: 'id', value: 'LATE' } },
		{ options: { remindOnDaysOverdue: days } },
	);
	expect(message).toContain('Remind on Days Overdue: must be whole numbers from 1 up');
	expect(await reminded()).toEqual(['LATE']);
});

it('after Get Many, Send needs no field: an invoice that cannot be emailed is skipped, so that the node shows who was', async () => {
	await bill('SHARED', 1, { deliveryMode: 'none' });
	await bill('LATE', 1);
	await reminded();
	const input = ['SHARED', 'LATE'].map((invoiceNumber) => ({ invoiceNumber }));
	const send = async (checkOnly: boolean) => {
		const { hints, items } = await invoicing.run('invoice', 'send', { checkOnly }, { input });
		const rows = items.map(({ json }) => [json.invoiceNumber, json.outcome, json.reason]);
		return [rows, hints.join(' ')];
	};
	const shared = ['SHARED', 'skipped', SHARED_BY_LINK];
	const [checked, wouldBe] = await send(true);
	expect(checked).toEqual([shared, ['LATE', 'wouldSend', expect.any(String)]]);
	expect(wouldBe).toContain('1 skipped, 1 would be emailed');
	expect(await reminded()).toEqual([]);
	const [sent, were] = await send(false);
	expect(sent).toEqual([shared, ['LATE', 'sent', expect.any(String)]]);
	expect(were).toContain('1 skipped, 1 emailed');
	expect(await reminded()).toEqual(['LATE']);
	const { message } = await invoicing.refusal('send', {}, { input: [{ number: 'LATE' }] });
	expect(message).toBe('Invoice: is required');
	// Nothing would keep a second run from emailing the third row again.
	const rows = ['SHARED', 'NONE', 'LATE'].map((invoiceNumber) => ({ invoiceNumber }));
	const { description } = await invoicing.refusal('send', {}, { input: rows });
	expect(description).toContain('Done: row 1 (SHARED skipped). Not tried: row 3.');
});
