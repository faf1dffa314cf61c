import type { IDataObject } from 'n8n-workflow';

import { PollingWorkflow } from '../../support/polling';
import { json, startServer, type TestServer } from '../../support/server';
import { triggerNode, triggerParameters } from './watch';

const DAY = 86_400_000;

interface Kept extends IDataObject {
	id: string;
	status: string;
	invoiceHistory: IDataObject[];
}

const at = (time: number): string => new Date(time).toISOString();

/** An invoicing service with habits of its own: how it writes amounts, and what it counts and does not show. */
class Habits {
	readonly kept = new Map<string, Kept>();
	private server!: TestServer;

	async start(): Promise<void> {
		this.server = await startServer(({ url }, response) => {
			const { pathname, searchParams } = new URL(url, 'http://service.invalid');
			const number = pathname.split('/invoices/').at(1);
			if (number !== undefined) return json(response, 200, this.kept.get(number));
			const counted = [...this.kept.values()].filter(
				({ status }) => status === searchParams.get('status'),
			);
			const offset = Number(searchParams.get('offset'));
			const invoices = counted.slice(offset, offset + Number(searchParams.get('limit')));
			const submitTimeUtc = at(Date.now());
			json(response, 200, { submitTimeUtc, totalInvoices: counted.length, invoices });
		});
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}

	create(id: string, totalAmount: unknown = '10.00'): void {
		const created = Date.now() - 30 * DAY;
		this.kept.set(id, {
			id,
			status: 'SENT',
			createdDate: at(created),
			customerInformation: { name: 'Ann Lee' },
			invoiceInformation: { dueDate: '2099-01-01' },
			orderInformation: {
				amountDetails: { totalAmount, balanceAmount: totalAmount, currency: 'USD' },
			},
			invoiceHistory: [
				{ event: 'CREATE', date: at(created) },
				{ event: 'SEND', date: at(created + 1000) },
			],
		});
	}

	pay(id: string, amount: unknown = '10.00', ...after: IDataObject[]): void {
		const invoice = this.kept.get(id)!;
		const { amountDetails } = invoice.orderInformation as { amountDetails: IDataObject };
		invoice.status = 'PAID';
		amountDetails.balanceAmount = 0;
		invoice.invoiceHistory.push(
			{
				event: 'PAYMENT',
				date: at(Date.now()),
				transactionDetails: { transactionId: 't', amount },
			},
			...after,
		);
	}

	watch(parameters: IDataObject = {}): PollingWorkflow {
		return new PollingWorkflow({
			node: triggerNode,
			address: this.server.address,
			token: 'token-of-the-test-0123456789',
			parameters: triggerParameters({
				event: 'invoiceStatusChanged',
				options: { health: 'never' },
				...parameters,
			}),
		});
	}
}

let service: Habits;
beforeEach(async () => {
	service = new Habits();
	await service.start();
});
afterEach(async () => await service.stop());

describe('Amounts that are written in another form', () => {
	it.each([
		['1.5E3', '1500.00', '100'],
		['1,500.00', '1,500.00', '2000'],
	])('%s: the payment is handed over', async (text, shown, minimumAmount) => {
		service.create('A', text);
		const workflow = service.watch({ invoiceFilters: { minimumAmount } });
		await workflow.activate();
		service.pay('A', text);
		const [event, ...more] = await workflow.poll();
		expect(more).toEqual([]);
		expect(event).toMatchObject({ change: 'paid', totalAmount: shown, paymentAmount: shown });
	});
});

describe('A paid invoice that is sent once more, as a receipt', () => {
	it.each([0, 1, 5000])('%i ms after the payment is one event, with the amount', async (gap) => {
		service.create('A');
		const workflow = service.watch();
		await workflow.activate();
		service.pay('A', '10.00', { event: 'SEND', date: at(Date.now() + gap) });
		expect(await workflow.poll()).toMatchObject([{ change: 'paid', paymentAmount: '10.00' }]);
		for (let polls = 0; polls < 3; polls++) expect(await workflow.poll()).toEqual([]);
	});

	it('is not the end of a part payment: the rest waits for its entry', async () => {
		service.create('A');
		const workflow = service.watch();
		await workflow.activate();
		service.pay('A', '4.00', { event: 'SEND', date: at(Date.now()) });
		expect(await workflow.poll()).toMatchObject([{ change: 'partlyPaid', paymentAmount: '4.00' }]);
		service.pay('A', '6.00');
		expect(await workflow.poll()).toMatchObject([{ change: 'paid', paymentAmount: '6.00' }]);
		expect(await workflow.poll()).toEqual([]);
	});
});

describe('A replay that cannot have every change', () => {
	it('says so with the next event, though it has no event of its own', async () => {
		service.create('OLD');
		service.kept.get('OLD')!.status = 'PAID';
		for (const id of ['A', 'B']) service.create(id);
		const options = { health: 'never', replayFrom: '2020-01-01T00:00:00Z' };
		const workflow = service.watch({ changes: ['canceled'], options });
		await workflow.activate();
		await workflow.poll();
		expect(workflow.events).toEqual([]);
		const notices: unknown[] = [];
		for (const id of ['A', 'B']) {
			const invoice = service.kept.get(id)!;
			invoice.status = 'CANCELED';
			invoice.invoiceHistory.push({ event: 'CANCEL', date: at(Date.now()) });
			notices.push(...(await workflow.poll()).map(({ triggerNotice }) => triggerNotice));
		}
		const words = expect.stringContaining('does not say when some changes happened') as string;
		expect(notices).toEqual([words, undefined]);
	});
});
