import { byNumber, useInvoicing } from './invoicing';
import { json, startServer } from '../../support/server';
import { setPause } from '../../support/patience';

const invoicing = useInvoicing('all');
afterEach(() => invoicing.sandbox.control.send('DELETE', '/dialect'));

const LATER = { changes: { dueDate: '2031-06-30' } };
const puts = async () =>
	(await invoicing.changes()).filter(({ method }) => method === 'PUT').length;

/** The first answer to an update is lost, after the service has carried it out or before. */
async function losing(when: 'before' | 'after', delayMilliseconds?: number): Promise<string> {
	const number = await invoicing.create();
	await invoicing.sandbox.control.clearRequests();
	await invoicing.sandbox.control.fault({
		kind: 'status',
		status: 503,
		method: 'PUT',
		when,
		times: 1,
		delayMilliseconds,
	});
	return number;
}

describe('an update whose answer was lost', () => {
	it.each([
		['not sent again where the invoice shows it', 'after', 1],
		['sent again where the invoice is as before', 'before', 2],
	] as const)('is %s', async (_what, when, sent) => {
		const number = await losing(when);
		const updated = await invoicing.invoice('update', { ...byNumber(number), ...LATER });
		expect(updated).toMatchObject({ dueDate: '2031-06-30', outcome: 'updated' });
		expect(await puts()).toBe(sent);
	});

	it('does not overwrite what somebody else changed in the meantime', async () => {
		const number = await losing('after');
		const path = `/invoicing/v2/invoices/${number}`;
		const { body } = await invoicing.sandbox.call<Record<string, object>>('GET', path);
		setPause(3000);
		const updating = invoicing.run('invoice', 'update', { ...byNumber(number), ...LATER });
		while ((await puts()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
		const amountDetails = { currency: 'USD', totalAmount: '99.80' };
		await invoicing.sandbox.call('PUT', path, {
			body: {
				customerInformation: { ...body.customerInformation, name: 'Bo Lee' },
				invoiceInformation: { dueDate: '2030-12-31', deliveryMode: 'email' },
				orderInformation: { ...body.orderInformation, amountDetails },
			},
		});
		const { error } = await updating;
		expect(error?.message).toBe(
			`Invoice ${number} has neither its old values nor the new ones: Customer Name, Due Date. Somebody else may have changed it in the meantime`,
		);
		expect(await invoicing.record(number)).toMatchObject({
			customerInformation: { name: 'Bo Lee' },
		});
	});

	it('is not said to have failed where the service accepted it, and then does not show it', async () => {
		const number = await invoicing.create();
		const { body } = await invoicing.sandbox.call('GET', `/invoicing/v2/invoices/${number}`);
		const server = await startServer(({ method }, response, count) => {
			if (method === 'PUT') json(response, 202, {});
			else if (count === 1) json(response, 200, body);
			else json(response, 503, {});
		});
		const { items } = await invoicing.run(
			'invoice',
			'update',
			{ ...byNumber(number), ...LATER },
			{ address: server.address, continueOnFail: true },
		);
		await server.stop();
		expect(items[0].json.outcome).toBe('unknown');
		expect(items[0].json.details).toMatchObject({
			description: expect.stringContaining('The service accepted the request') as string,
		});
		expect(server.received.filter(({ method }) => method === 'PUT')).toHaveLength(1);
	});
});
