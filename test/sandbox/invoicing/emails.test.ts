import type { Email } from '../../support/invoicingSandbox';
import { changed, EMAIL_DRAFT, PAYABLE_IN_PARTS, SENT, SHARED } from './bodies';
import { useWorld } from './harness';

const world = useWorld();

beforeEach(async () => {
	await world.sandbox.control.send('DELETE', '/outbox');
	await world.calls.settings({
		enableReminders: '',
		enableMerchantEmailNotifications: '',
		merchantEmail: '',
		customEmailMessage: '',
	});
});

async function about(id: string, kind?: string): Promise<Email[]> {
	return (await world.control.emails(kind)).filter(({ invoiceId }) => invoiceId === id);
}

describe('the invoice email', () => {
	it('goes to the customer with the payment link when the invoice is created and sent', async () => {
		const { id, invoiceInformation } = await world.create(SENT);
		const [email, ...others] = await about(id);
		expect(others).toEqual([]);
		expect(email).toMatchObject({
			kind: 'invoice',
			to: 'amelia@customer.example',
			organizationId: 'merchant_one',
			time: '2026-03-01T12:00:00.000Z',
		});
		expect(email.text).toContain(invoiceInformation.paymentLink);
		expect(email.text).toContain('120.00 USD');
	});

	it('goes out at each sending, and carries the custom message', async () => {
		await world.calls.settings({ customEmailMessage: 'Many thanks.' });
		const { id } = await world.create(EMAIL_DRAFT);
		expect(await about(id)).toEqual([]);
		await world.calls.send(id);
		await world.calls.send(id);
		expect((await about(id)).map(({ kind }) => kind)).toEqual(['invoice', 'invoice']);
		expect((await about(id))[0].text).toContain('Many thanks.');
	});

	it('does not go out for delivery mode none, for a draft or for a publication', async () => {
		const shared = await world.create(SHARED);
		const draft = await world.create(EMAIL_DRAFT);
		await world.calls.publish(draft.id);
		expect(await about(shared.id)).toEqual([]);
		expect(await about(draft.id)).toEqual([]);
	});
});

it('a payment in review is said to be processing, and to be refused once it is rejected', async () => {
	const { id } = await world.create(SENT);
	await world.control.payIntoReview(id);
	expect(await about(id, 'processing')).toHaveLength(1);
	expect(await about(id, 'receipt')).toEqual([]);
	await world.control.rejectPayment(id);
	expect(await about(id, 'rejected')).toHaveLength(1);
});

describe('the merchant notification', () => {
	const KIND = 'merchantNotification';

	it('is sent when a transaction completes and notifications are on, and not when they are off', async () => {
		const quiet = await world.create(SENT);
		await world.control.pay(quiet.id);
		expect(await about(quiet.id, KIND)).toEqual([]);
		await world.calls.settings({
			enableMerchantEmailNotifications: true,
			merchantEmail: 'finance@merchant.example',
		});
		const { id } = await world.create(PAYABLE_IN_PARTS);
		await world.control.pay(id, { amount: '50.00' });
		await world.control.pay(id, { amount: '70.00' });
		expect((await about(id, KIND)).map(({ to }) => to)).toEqual([
			'finance@merchant.example',
			'finance@merchant.example',
		]);
		// The business contact.
		await world.calls.settings({ merchantEmail: '' });
		const other = await world.create(SENT);
		await world.control.pay(other.id);
		expect(await about(other.id, KIND)).toMatchObject([{ to: 'accounts@merchant-one.example' }]);
	});
});

describe('reminders', () => {
	/** Due 40 days from now, so that both moments lie ahead. */
	async function dueLater(body = SENT): Promise<{ id: string; due: number }> {
		const now = Date.parse(await world.sandbox.control.now());
		const dueDate = new Date(now + 40 * DAY).toISOString().slice(0, 10);
		const { id } = await world.create(changed(body, { 'invoiceInformation.dueDate': dueDate }));
		return { id, due: Date.parse(dueDate) };
	}
	const DAY = 86_400_000;
	const at = (moment: number) => new Date(moment).toISOString();
	const moveTo = (moment: number) => world.sandbox.control.setClock(at(moment));

	it('go out five days before the due date and one day after, when they are on', async () => {
		await world.calls.settings({ enableReminders: true });
		const { id, due } = await dueLater();
		for (const [moment, sent] of [
			[due - 5 * DAY - 1000, 0],
			[due - 5 * DAY, 1],
			[due + DAY - 1000, 1],
			[due + 10 * DAY, 2],
		]) {
			await moveTo(moment);
			expect(await about(id, 'reminder')).toHaveLength(sent);
		}
		const times = [at(due - 5 * DAY), at(due + DAY)];
		expect((await about(id, 'reminder')).map(({ time }) => time)).toEqual(times);
		const { invoiceHistory = [], status } = await world.read(id);
		const reminders = invoiceHistory.filter(({ event }) => event === 'REMINDER');
		expect(reminders.map(({ date }) => date)).toEqual(times);
		expect(status).toBe('SENT');
	});
});
