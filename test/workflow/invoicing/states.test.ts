import type { IDataObject } from 'n8n-workflow';
import { json, startServer } from '../../support/server';
import { useWorld } from '../../sandbox/invoicing/harness';
import { byNumber, Invoicing } from './invoicing';

const world = useWorld();
const invoicing = new Invoicing(world.sandbox);

type Delivery = 'email' | 'none';
type Move = 'cancel' | 'publish' | 'send' | 'update';

const CHANGE: IDataObject = { changes: { invoiceDescription: 'Changed' } };
const move = (name: Move, number: string) => ({
	...byNumber(number),
	...(name === 'update' ? CHANGE : {}),
});

const ALLOWED: Array<[Move, string, Delivery, string]> = [
	['send', 'DRAFT', 'email', 'SENT'],
	['send', 'DRAFT', 'none', 'CREATED'],
	['send', 'CREATED', 'email', 'SENT'],
	['send', 'SENT', 'email', 'SENT'],
	['send', 'PARTIAL', 'email', 'PARTIAL'],
	['cancel', 'DRAFT', 'email', 'CANCELED'],
	['cancel', 'CREATED', 'none', 'CANCELED'],
	['cancel', 'SENT', 'email', 'CANCELED'],
	['cancel', 'CANCELED', 'email', 'CANCELED'],
	['publish', 'DRAFT', 'email', 'CREATED'],
	['publish', 'DRAFT', 'none', 'CREATED'],
	['publish', 'CREATED', 'none', 'CREATED'],
	['publish', 'SENT', 'email', 'SENT'],
	['publish', 'PAID', 'email', 'PAID'],
	['update', 'DRAFT', 'email', 'DRAFT'],
	['update', 'CREATED', 'none', 'CREATED'],
	['update', 'SENT', 'email', 'SENT'],
];

it.each(ALLOWED)(
	'every transition of the specification: %s: %s with delivery %s becomes %s',
	async (name, from, delivery, to) => {
		const { id: number } = await world.invoiceIn(from, delivery === 'email');
		const before = await invoicing.record(number);
		expect(before.status).toBe(from);
		expect(await invoicing.invoice(name, move(name, number))).toMatchObject({
			invoiceNumber: number,
			status: to,
			...(name === 'send' && { emailSent: delivery === 'email' }),
		});
		expect((await invoicing.record(number)).status).toBe(to);
	},
);

const REFUSED: Array<[Move, string, Delivery, string]> = [
	['send', 'CREATED', 'none', 'it is shared by link'],
	['send', 'PARTIAL', 'none', 'it is shared by link'],
	['send', 'PAID', 'email', 'it is fully paid'],
	['send', 'PENDING', 'email', 'under fraud review'],
	['send', 'CANCELED', 'email', 'it is CANCELED'],
	['cancel', 'PARTIAL', 'email', 'it is partly paid'],
	['cancel', 'PAID', 'email', 'it is fully paid'],
	['cancel', 'PENDING', 'email', 'under fraud review'],
	['publish', 'CANCELED', 'email', 'it is CANCELED'],
	['update', 'PARTIAL', 'email', 'it is partly paid'],
	['update', 'PAID', 'email', 'it is fully paid'],
	['update', 'PENDING', 'email', 'under fraud review'],
	['update', 'CANCELED', 'email', 'it is CANCELED'],
];

it.each(REFUSED)(
	'every refusal of the specification, before anything is changed: %s: %s with delivery %s, as %s',
	async (name, from, delivery, reason) => {
		const { id: number } = await world.invoiceIn(from, delivery === 'email');
		await invoicing.sandbox.control.clearRequests();
		const { message, description } = await invoicing.refusal(name, move(name, number));
		expect(message).toContain(`Cannot ${name} invoice ${number} with status ${from}: `);
		expect(message).toContain(reason);
		expect(description).toContain('The invoice was read, and nothing was changed.');
		expect(/first\./.test(description ?? '')).toBe(/link|review/.test(reason));
		if (name === 'send') {
			const check = { ...byNumber(number), checkOnly: true };
			expect(await invoicing.invoice('send', check)).toMatchObject({
				outcome: 'failed',
				reason: expect.stringContaining(`Cannot send invoice ${number} with status`) as string,
			});
		}
		expect(await invoicing.changes()).toEqual([]);
	},
);

describe('sending', () => {
	it('says that an email went out, and sends the empty object', async () => {
		const number = await invoicing.create({ delivery: 'emailDraft' });
		await invoicing.sandbox.control.clearRequests();
		expect(await invoicing.invoice('send', byNumber(number))).toMatchObject({
			emailSent: true,
		});
		expect(await invoicing.changes()).toMatchObject([
			{ method: 'POST', url: `/invoicing/v2/invoices/${number}/delivery`, body: {} },
		]);
	});

	it('is not done a second time more when the answer to the second is lost', async () => {
		const number = await invoicing.create({ delivery: 'emailNow' });
		const path = `/invoicing/v2/invoices/${number}/delivery`;
		await invoicing.sandbox.control.fault({ kind: 'drop', when: 'after', path });
		const emails = (await invoicing.sandbox.control.outbox()).length;
		expect(await invoicing.invoice('send', byNumber(number))).toMatchObject({ emailSent: true });
		expect(await invoicing.sandbox.control.outbox()).toHaveLength(emails + 1);
	});

	it('is refused where nothing tells when the invoice was emailed', async () => {
		const server = await startServer((_request, response) => {
			json(response, 200, {
				id: 'A-1',
				status: 'SENT',
				customerInformation: { email: 'ann@example.com' },
				invoiceInformation: { deliveryMode: 'email' },
			});
		});
		const since = { ...byNumber('A-1'), sentSince: '2020-01-01T00:00:00Z' };
		const { message } = await invoicing.refusal('send', since, { address: server.address });
		await server.stop();
		expect(message).toContain('does not say when invoice A-1 was last emailed');
		expect(server.received.map(({ method }) => method)).toEqual(['GET']);
	});

	it('is not taken for done because the service gives the time of each request', async () => {
		const server = await startServer(({ method }, response, count) => {
			if (method === 'POST') response.destroy();
			else
				json(response, 200, {
					id: 'A-1',
					status: 'SENT',
					submitTimeUtc: `2026-11-15T10:00:0${count}Z`,
					customerInformation: { email: 'ann@example.com' },
					invoiceInformation: { deliveryMode: 'email' },
					invoiceHistory: [{ event: 'SEND', date: '2026-11-14T10:00:00Z' }],
				});
		});
		const { description } = await invoicing.refusal('send', byNumber('A-1'), {
			address: server.address,
		});
		await server.stop();
		expect(description).toContain('invoice A-1 has not been sent');
	});

	it('is not repeated when it was not carried out, and says so', async () => {
		const number = await invoicing.create({ delivery: 'emailNow' });
		const path = `/invoicing/v2/invoices/${number}/delivery`;
		const emails = await invoicing.sandbox.control.outbox();
		await invoicing.sandbox.control.fault({ kind: 'status', status: 500, path });
		const { description } = await invoicing.refusal('send', byNumber(number));
		expect(description).toContain(`invoice ${number} has not been sent`);
		expect(await invoicing.sandbox.control.outbox()).toEqual(emails);
	});
});

it('a number that may be rounded is refused, as it may be that of another invoice', async () => {
	const number = await invoicing.create({ invoiceNumber: '9007199254740992' });
	const rounded = byNumber('={{ 9007199254740993 }}');
	for (const operation of ['cancel', 'get', 'publish', 'send', 'update']) {
		const { message } = await invoicing.refusal(operation, rounded);
		expect(message).toContain('Invoice: is the number 9007199254740992, which may be rounded');
	}
	expect((await invoicing.record(number)).status).toBe('SENT');
});
