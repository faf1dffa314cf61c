import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { useBench } from './harness';

const bench = useBench({ quarter: true });
const FOLDER = join(__dirname, '../../../examples');

const examples = readdirSync(FOLDER)
	.filter((file) => file.startsWith('reporting-'))
	.flatMap((file) => {
		const { nodes } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { nodes: INode[] };
		return nodes
			.filter(({ type }) => type === 'n8n-nodes-merchant-services.merchantReporting')
			.map((node) => [file, node] as const);
	});

/** What Get Many gives. The others don't look at their input. */
const PAID_INVOICE = {
	...{ invoiceNumber: 'INV-1', totalAmount: '1.00', currency: 'USD', paidDate: '2026-11-09' },
};

/** The order that the example with Collect begins with. */
async function ordered(): Promise<string> {
	const [, order] = examples.find(([file]) => file.includes('collect-later')) ?? [];
	const { resource, operation, ...parameters } = order?.parameters as Record<string, never>;
	const { items } = await bench.act(resource, operation, parameters);
	return items[0].json.orderId as string;
}

describe('the examples of the Reporting node', () => {
	beforeEach(async () => await bench.sandbox.control.completeReports());

	it.each(examples)('%s: has no parameter that the node does not know', (_, node) => {
		const { description } = new MerchantReporting();
		const known = NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			true,
			false,
			node,
			description,
		) as INodeParameters;
		expect(known).toMatchObject(node.parameters);
	});

	it.each(examples)('%s: runs against the sandbox', async (file, node) => {
		await bench.sandbox.call('PUT', '/reporting/v3/report-subscriptions', {
			body: {
				reportName: 'Daily transactions',
				reportDefinitionName: 'TransactionRequestClass',
				reportFields: ['Request.RequestID'],
				reportMimeType: 'text/csv',
				reportFrequency: 'Daily',
				timezone: 'GMT',
			},
		});
		await bench.sandbox.control.makeReport({ reportName: 'Daily transactions', rows: 3 });
		const { resource, operation, ...parameters } = node.parameters as Record<string, never>;
		const fields = {
			...parameters,
			...('reportDate' in parameters ? { reportDate: '2026-11-10' } : {}),
			...(operation === 'retrieve' ? { orderId: await ordered() } : {}),
		};
		const run = bench.act(resource, operation, fields, { input: [PAID_INVOICE] });
		const state = { ended: false };
		void run.finally(() => (state.ended = true));
		while (!state.ended) {
			await new Promise((resolve) => setTimeout(resolve, 50));
			if (operation === 'create') await bench.sandbox.control.advanceClock('PT30M');
		}
		const { items, error } = await run;
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		if (file.includes('last-month-totals')) await expectTrueTotals(items.map((item) => item.json));
	});

	/** Against what the sandbox really did: accepted requests, refunds subtracted, each currency apart. */
	async function expectTrueTotals(totals: IDataObject[]): Promise<void> {
		const { transactions } = await bench.sandbox.control.send<{ transactions: IDataObject[] }>(
			'GET',
			'/transactions?organizationId=merchant_one&startTime=2026-10-01T00:00:00Z&endTime=2026-11-01T00:00:00Z',
		);
		const sums = new Map<string, Decimal>();
		const add = (currency: unknown, amount: Decimal) => {
			const name = String(currency);
			sums.set(name, (sums.get(name) ?? new Decimal(0)).plus(amount));
		};
		for (const { currency, amount, transactionType } of transactions) {
			add(currency, new Decimal(amount as string).times(transactionType === 'Refunds' ? -1 : 1));
		}
		expect(sums.size).toBeGreaterThan(2);
		for (const { currency, net } of totals) add(currency, new Decimal(net as string).neg());
		expect([...sums].map(([currency, rest]) => [currency, rest.toString()])).toEqual(
			[...sums.keys()].map((currency) => [currency, '0']),
		);
	}
});
