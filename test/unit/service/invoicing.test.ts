import type { IDataObject } from 'n8n-workflow';

import { Invoicing, invoiceNumberOf } from '../../../nodes/shared/service/invoicing';
import { runNode, type NodeRun } from '../../support/engine';
import { InvoicingControl } from '../../support/invoicingSandbox';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { json, startServer } from '../../support/server';
import { probeNode } from '../transport/probe';

type Ask = (invoicing: Invoicing) => Promise<unknown>;

/** What the service says, asked from inside n8n's own engine. */
async function run(ask: Ask, address: string, token = 'token'): Promise<NodeRun> {
	const node = probeNode(async ({ transport }) => [
		{ json: { said: await ask(new Invoicing(transport)) } as IDataObject },
	]);
	return await runNode({
		node,
		parameters: { resource: 'probe', operation: 'run', options: { attempts: 2, retryPause: 1 } },
		address,
		token,
	});
}

async function listed(invoicing: Invoicing, status?: string): Promise<string[]> {
	const numbers: string[] = [];
	for await (const page of invoicing.all(status)) numbers.push(...page.map(invoiceNumberOf));
	return numbers;
}

describe('against the sandbox', () => {
	let sandbox: TestSandbox;
	beforeAll(async () => {
		sandbox = await startTestSandbox();
	});
	afterAll(() => sandbox.stop());

	const said = async (ask: Ask) => {
		const { items, error } = await run(ask, sandbox.address, sandbox.token);
		if (error !== undefined) throw error;
		return items[0].json.said;
	};

	it('every invoice is listed once, page after page', async () => {
		const control = new InvoicingControl(sandbox.control);
		const ids = await control.bulkCreate(230, { status: 'SENT' });
		expect(await said(async (invoicing) => await listed(invoicing))).toHaveLength(230);
		const sent = (await said(async (invoicing) => await listed(invoicing, 'SENT'))) as string[];
		expect(sent.sort()).toEqual(ids.sort());
	});

	it('a merchant who may not ask for pending invoices has none', async () => {
		expect(await said(async (invoicing) => await listed(invoicing, 'PENDING'))).toEqual([]);
	});

	it('a status that nobody may ask for is an error', async () => {
		await expect(
			said(async (invoicing) => await listed(invoicing, 'EXPIRED')),
		).rejects.toMatchObject({ context: { status: 400 } });
	});

	it('an invoice that is not there is not found, and cannot be got', async () => {
		expect(await said(async (invoicing) => await invoicing.find('NONE'))).toBeUndefined();
		await expect(said(async (invoicing) => await invoicing.get('NONE'))).rejects.toMatchObject({
			context: { status: 404, operation: 'Get invoice' },
		});
	});
});

describe('an answer that is no invoice', () => {
	it.each<[string, unknown]>([
		['nothing', undefined],
		['a list', []],
		['an object without a status', { id: '1' }],
		['an error with the status of a success', { reason: 'INVALID_DATA', message: 'Wrong' }],
	])('is not taken for one when it is %s', async (_name, body) => {
		const server = await startServer((_request, response) => json(response, 200, body));
		const { error } = await run(async (invoicing) => await invoicing.get('1'), server.address);
		await server.stop();
		expect(error?.message).toMatch(/^Get invoice: the (answer of the )?service /);
	});
});

it.each([
	[{ id: '0007' }, '0007'],
	[{ id: 12 }, '12'],
	[{ invoiceInformation: { invoiceNumber: 'A-1' } }, 'A-1'],
	[{}, ''],
])('the number of %j is %j', (invoice, number) => expect(invoiceNumberOf(invoice)).toBe(number));
