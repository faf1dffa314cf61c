import type { IDataObject } from 'n8n-workflow';

import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { watchMemory } from '../matrix/memory';
import { afterwards, close, cut, refuse, reply, reset } from '../matrix/spoils';
import { give, type Spoil, Wire } from '../matrix/wire';
import { type NodeRun, runNode, withDefaults } from '../support/engine';
import { cases } from '../support/long';
import { setAttempts } from '../support/patience';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { LINE } from '../workflow/invoicing/invoicing';

beforeEach(() => setAttempts(8));

const ITEMS = cases(100, 10_000);
const AT_ONCE = 20;
const FAULTY = 0.05;
const MEGABYTE = 1024 * 1024;
/** What the service keeps of each invoice is in it: it lives in this process. */
const MOST_MEMORY = (200 + ITEMS * 0.05) * MEGABYTE;
const CANCEL_AFTER = 500;

/** Those that pass by themselves, before and after the work. */
const PASSING: Spoil[] = [
	reset,
	close,
	afterwards(reset),
	afterwards(close),
	cut((body) => ({ 'content-length': `${body.length + 1}` })),
	...[408, 429, 500, 502, 503, 504].map((status) => refuse(status)),
	...[500, 502, 503, 504].map((status) => afterwards(refuse(status))),
	reply(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }),
];

let faults = 0;

const sometimes = (seed: number): Spoil => {
	let state = seed;
	const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
	return async (exchange) => {
		const isFaulty = random() < FAULTY;
		if (isFaulty) faults++;
		await (isFaulty ? PASSING[Math.floor(random() * PASSING.length)] : give)(exchange);
	};
};

let sandbox: TestSandbox;
let wire: Wire;
beforeEach(async () => {
	sandbox = await startTestSandbox();
	wire = await Wire.start();
	wire.connect(sandbox.address, { spoil: sometimes(7), first: 0, times: Infinity });
});
afterEach(async () => {
	await wire.stop();
	await sandbox.stop();
});

const customers = Array.from({ length: ITEMS }, (_, n) => ({ name: `Customer ${n}` }));

async function createAll(more: { cancelAfter?: number } = {}): Promise<NodeRun> {
	const node = new MerchantInvoicing();
	const fields: IDataObject = {
		resource: 'invoice',
		operation: 'create',
		mappingMode: 'defineBelow',
		delivery: 'emailNow',
		invoiceNumber: '={{ "L" + $itemIndex }}',
		customerName: '={{ $json.name }}',
		customerEmail: 'customer@example.com',
		dueDate: '2030-12-31',
		currency: { __rl: true, mode: 'list', value: 'USD' },
		lineItems: { item: [LINE] },
		additionalFields: { concurrency: AT_ONCE, output: 'allFields' },
	};
	return await runNode({
		node,
		parameters: withDefaults(node, fields),
		input: customers,
		address: wire.address,
		token: sandbox.token,
		...more,
	});
}

interface Ledger {
	invoices: Array<{ customerInformation: { name: string } }>;
}

const billed = async (): Promise<string[]> => {
	const { invoices } = await sandbox.control.send<Ledger>(
		'GET',
		'/invoices?organizationId=merchant_one',
	);
	return invoices.map(({ customerInformation }) => customerInformation.name).sort();
};

describe(`${ITEMS} invoices, ${AT_ONCE} at a time, one request of 20 fails`, () => {
	it('are each made and sent once, in the order of the input, in bounded memory', async () => {
		const memory = watchMemory();
		const { items, error } = await createAll();
		const grown = memory.mostSince();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.customerName)).toEqual(customers.map(({ name }) => name));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			customers.map((_, item) => ({ item })),
		);
		expect(await billed()).toEqual(customers.map(({ name }) => name).sort());
		expect(await sandbox.control.outbox()).toHaveLength(ITEMS);
		expect(grown).toBeLessThan(MOST_MEMORY);
		const figures = [
			`${ITEMS} items`,
			`${wire.requests.length} requests`,
			`${faults} faults`,
			`${Math.round(grown / MEGABYTE)} MB of memory`,
		];
		process.stdout.write(`Load: ${figures.join(', ')}\n`);
	});

	it('stop at once when the user stops them, though no answer comes', async () => {
		const fallSilent: Spoil = async (exchange) => {
			if (wire.requests.length < AT_ONCE * 2) await give(exchange);
		};
		wire.connect(sandbox.address, { spoil: fallSilent, first: 0, times: Infinity });
		await createAll({ cancelAfter: CANCEL_AFTER });
		const pause = async () => await new Promise((resolve) => setTimeout(resolve, CANCEL_AFTER));
		// What was on its way at that moment still arrives.
		await pause();
		const requests = wire.requests.length;
		await pause();
		expect(wire.requests).toHaveLength(requests);
		const names = await billed();
		expect(new Set(names).size).toBe(names.length);
	});
});
