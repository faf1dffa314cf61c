import type { InvoiceAnswer } from '../../support/invoicingSandbox';
import type { Answer } from '../../support/sandbox';
import { changed, EMAIL_DRAFT, SENT, without } from './bodies';
import { expectNotAllowed, refusedFields, useWorld } from './harness';

const world = useWorld();

type Act = (id: string) => Promise<Answer<InvoiceAnswer>>;

const send: Act = (id) => world.calls.send(id);
const publish: Act = (id) => world.calls.publish(id);
const cancel: Act = (id) => world.calls.cancel(id);
const update: Act = (id) => world.calls.update(id, SENT);

const STATUSES = ['DRAFT', 'CREATED', 'SENT', 'PARTIAL', 'PAID', 'PENDING', 'CANCELED'];

/** By action: the statuses in which it is allowed, each with the one it leads to. Any other refuses it. */
const RULES: ReadonlyArray<[string, Act, byEmail: boolean, moves: Record<string, string>]> = [
	[
		'sending an invoice with delivery mode email',
		send,
		true,
		{ DRAFT: 'SENT', CREATED: 'SENT', SENT: 'SENT', PARTIAL: 'PARTIAL' },
	],
	['sending an invoice with delivery mode none', send, false, { DRAFT: 'CREATED' }],
	['publishing an invoice', publish, true, { DRAFT: 'CREATED' }],
	[
		'canceling an invoice',
		cancel,
		true,
		{ DRAFT: 'CANCELED', CREATED: 'CANCELED', SENT: 'CANCELED' },
	],
	[
		'updating an amount only invoice',
		update,
		true,
		{ DRAFT: 'DRAFT', CREATED: 'CREATED', SENT: 'SENT' },
	],
];

describe.each(RULES)('%s', (_action, act, byEmail, moves) => {
	const refused = STATUSES.filter((from) => !(from in moves));

	it.each(Object.entries(moves))('in status %s makes it %s', async (from, to) => {
		const { id, status } = await world.invoiceIn(from, byEmail);
		expect(status).toBe(from);
		const answer = await act(id);
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({ id, status: to });
		expect((await world.read(id)).status).toBe(to);
	});

	it.each(refused)('in status %s is refused and changes nothing', async (from) => {
		const { id, status } = await world.invoiceIn(from, byEmail);
		expect(status).toBe(from);
		const before = await world.read(id);
		const emails = (await world.control.emails()).length;
		expectNotAllowed(await act(id));
		expect(await world.read(id)).toEqual(before);
		expect(await world.control.emails()).toHaveLength(emails);
	});

	it('of a number that does not exist is answered with 404 NOTFOUND', async () => {
		const answer = await act('nothing here');
		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject({ status: 'NOTFOUND', reason: 'NOTFOUND' });
	});
});

describe('invoiceHistory', () => {
	it('tells a draft, its update, first and second sending and its end', async () => {
		const { id } = await world.create(EMAIL_DRAFT);
		await world.calls.update(id, EMAIL_DRAFT);
		await world.calls.send(id);
		await world.calls.send(id);
		await world.calls.cancel(id);
		const events = ['DRAFT', 'UPDATE', 'SEND', 'RESEND', 'CANCEL'];
		expect((await world.read(id)).invoiceHistory).toMatchObject(events.map((event) => ({ event })));
	});

	it('tells a payment with its transaction', async () => {
		const { id } = await world.create(SENT);
		await world.control.pay(id);
		expect((await world.read(id)).invoiceHistory).toMatchObject([
			{ event: 'CREATE' },
			{ event: 'SEND' },
			{
				event: 'PAYMENT',
				date: await world.sandbox.control.now(),
				transactionDetails: { transactionId: expect.stringMatching(/^\d{22}$/), amount: 120 },
			},
		]);
	});
});

describe('sending by email', () => {
	it('is refused when an update has taken the address away', async () => {
		const { id } = await world.create(EMAIL_DRAFT);
		await world.calls.update(id, without(EMAIL_DRAFT, 'customerInformation.email'));
		expect(refusedFields(await world.calls.send(id))).toEqual(['customerInformation.email']);
		expect((await world.read(id)).status).toBe('DRAFT');
	});

	it('follows the delivery mode of the last update', async () => {
		const { id } = await world.invoiceIn('CREATED', false);
		expectNotAllowed(await world.calls.send(id));
		await world.calls.update(id, changed(SENT, { 'invoiceInformation.deliveryMode': 'email' }));
		expect((await world.calls.send(id)).body.status).toBe('SENT');
	});
});
