import type { IDataObject } from 'n8n-workflow';
import { setAttempts, setPause, setTimeLimit } from '../../support/patience';
import type { FaultToPlant } from '../../support/sandbox';
import { json, startServer } from '../../support/server';
import { AMOUNT_ONLY, ITEMIZED, jsonOf, useInvoicing } from './invoicing';

const invoicing = useInvoicing('each');

const CREATE = { method: 'POST', path: '/invoicing/v2/invoices' } as const;

/** Every point of the exchange at which it can break, and whether the work was done by then. */
const BREAKS: Array<[string, FaultToPlant, 'done' | 'not done']> = [
	['the connection drops before the request is read', { kind: 'drop' }, 'not done'],
	['the service fails before the work', { kind: 'status', status: 500 }, 'not done'],
	['the connection drops after the work', { kind: 'drop', when: 'after' }, 'done'],
	['a gateway gives up after the work', { kind: 'status', status: 504, when: 'after' }, 'done'],
	['the answer is cut off', { kind: 'cutOff', afterBytes: 40 }, 'done'],
	['the answer cannot be read', { kind: 'invalidJson', when: 'after' }, 'done'],
	['a page comes instead of the answer', { kind: 'contentType', when: 'after' }, 'done'],
];

const NUMBERED: IDataObject = { ...ITEMIZED, invoiceNumber: 'ORDER-0001' };

const posts = async () => (await invoicing.changes()).length;

describe('a create with an invoice number', () => {
	it.each(BREAKS)('makes one invoice when %s', async (_name, fault, work) => {
		await invoicing.sandbox.control.fault({ ...CREATE, ...fault });
		const created = await invoicing.invoice('create', NUMBERED);
		expect(created).toMatchObject({
			invoiceNumber: 'ORDER-0001',
			status: 'SENT',
			totalAmount: '99.80',
		});
		expect(await invoicing.count()).toBe(1);
		expect(await invoicing.sandbox.control.outbox()).toHaveLength(1);
		expect(await posts()).toBe(work === 'done' ? 1 : 2);
		expect(created.outcome === 'alreadyThere').toBe(work === 'done');
		expect(created.reason).toBe(
			work === 'done' ? 'A response was lost, but the invoice is there' : '',
		);
	});

	it('makes one invoice when the answer comes too late, and even the work does', async () => {
		await invoicing.sandbox.control.fault({ ...CREATE, kind: 'delay', delayMilliseconds: 1350 });
		setPause(500);
		setTimeLimit(1000);
		const created = await invoicing.invoice('create', NUMBERED);
		expect(created.invoiceNumber).toBe('ORDER-0001');
		expect(await invoicing.count()).toBe(1);
		expect(await invoicing.sandbox.control.outbox()).toHaveLength(1);
	});

	it.each([
		['create', 'alreadyThere'],
		['upsert', 'created'],
	])('makes one invoice when looking for it breaks as well: %s', async (operation, outcome) => {
		const look = { method: 'GET', path: '/invoicing/v2/invoices/ORDER-0001' } as const;
		await invoicing.sandbox.control.fault({ ...CREATE, kind: 'drop', when: 'after' });
		await invoicing.sandbox.control.fault({ ...look, kind: 'drop', times: 2 });
		const reason = 'A response was lost, but the invoice is there';
		expect(await invoicing.invoice(operation, NUMBERED)).toMatchObject({ outcome, reason });
		expect(await invoicing.count()).toBe(1);
	});

	it('says how to go on when the service stays away, and a later run finds the invoice', async () => {
		await invoicing.sandbox.control.fault({ ...CREATE, kind: 'drop', when: 'after' });
		await invoicing.sandbox.control.fault({ kind: 'drop', method: 'GET', times: 4 });
		const { message, description } = await invoicing.refusal('create', NUMBERED);
		expect(message).toContain('Create invoice: the connection to');
		expect(description).toContain('Run it again with the same invoice number, ORDER-0001');
		expect(description).toContain('It could not be looked up now');

		expect(await invoicing.invoice('create', NUMBERED)).toMatchObject({ outcome: 'alreadyThere' });
		expect(await invoicing.count()).toBe(1);
		expect(await invoicing.sandbox.control.outbox()).toHaveLength(1);
	});

	it('does not advise to change what is paid', async () => {
		await invoicing.invoice('create', NUMBERED);
		await invoicing.pay('ORDER-0001');
		const other = { ...NUMBERED, customerEmail: 'bob@example.com' };
		const { description } = await invoicing.refusal('create', other);
		expect(description).toContain('It cannot be changed: it is fully paid.');
		expect(description).not.toContain('Create or Update');
	});

	it.each(['create', 'upsert'])(
		'%s says that it may have created what is canceled after a lost answer',
		async (operation) => {
			const first = await invoicing.invoice('create', NUMBERED, { options: { output: 'raw' } });
			const server = await startServer(({ method }, response, count) => {
				if (method === 'POST') response.destroy();
				else if (operation === 'upsert' && count === 1) json(response, 404, {});
				else json(response, 200, { ...first, status: 'CANCELED' });
			});
			const { message, description } = await invoicing.refusal(operation, NUMBERED, {
				address: server.address,
			});
			await server.stop();
			expect(description).toContain('has the status CANCELED. This run may have created it.');
			expect(message).not.toContain('already exists');
		},
	);
});

describe('a create that the service numbers', () => {
	const SERVICE = { options: { serviceNumbers: true } };

	it.each(BREAKS)('is not repeated when %s, and says what to check', async (_name, fault, work) => {
		await invoicing.sandbox.control.fault({ ...CREATE, ...fault });
		const { description } = await invoicing.refusal('create', ITEMIZED, SERVICE);
		expect(description).toContain('look with Get Many for 99.80 USD, due 2030-12-31');
		expect(await posts()).toBe(1);
		expect(await invoicing.count()).toBe(work === 'done' ? 1 : 0);
	});
});

describe('hundreds of invoices through a bad network', () => {
	const COUNT = 100;
	const FAULTS = COUNT / 5;
	const input = Array.from({ length: COUNT }, (_value, item) => ({
		customer: `C-${String(item).padStart(4, '0')}`,
		amount: `${item + 1}.${String(item % 100).padStart(2, '0')}`,
	}));
	const parameters: IDataObject = {
		...AMOUNT_ONLY,
		delivery: 'emailNow',
		customerName: '={{ $json.customer }}',
		customerEmail: '={{ $json.customer }}@example.com',
		invoiceNumber: '={{ $json.customer }}',
		additionalFields: { invoiceDescription: 'Advice', totalAmount: '={{ $json.amount }}' },
	};

	it('come out once each: none double, none lost', async () => {
		for (let fault = 0; fault < FAULTS; fault++) {
			const [, broken] = BREAKS[fault % BREAKS.length];
			await invoicing.sandbox.control.fault({ ...CREATE, ...broken, skip: fault * 4 });
		}
		setAttempts(12);
		const { items, error } = await invoicing.run('invoice', 'create', parameters, {
			input,
			options: { concurrency: 20 },
		});
		expect(error).toBeUndefined();
		expect(
			jsonOf(items).map(({ customerName, totalAmount }) => [customerName, totalAmount]),
		).toEqual(input.map(({ customer, amount }) => [customer, amount]));
		expect(new Set(jsonOf(items).map(({ invoiceNumber }) => invoiceNumber)).size).toBe(COUNT);
		expect(await invoicing.count()).toBe(COUNT);
		const mailed = (await invoicing.sandbox.control.outbox()).map(({ to }) => to);
		expect(mailed.sort()).toEqual(input.map(({ customer }) => `${customer}@example.com`));
		const { faults } = await invoicing.sandbox.control.send<{ faults: Array<{ hits: number }> }>(
			'GET',
			'/faults',
		);
		expect(faults.filter(({ hits }) => hits === 1).length).toBeGreaterThan(0.8 * FAULTS);
	}, 120_000);
});
