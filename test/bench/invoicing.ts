import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { hostFolder } from '../../host/cache';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node.js';
import { runNode, withDefaults } from '../support/engine';
import { startSandboxProcess, type SandboxProcess } from './sandboxProcess';

/*
 * Creates 1,000 invoices through the node and through n8n's own HTTP Request node, in n8n's engine,
 * against the same sandbox. Fails when the node takes more than 1.2 times as long.
 * npx tsx test/bench/invoicing.ts [invoices] [rounds]
 */
const INVOICES = Number(process.argv[2] ?? 1000);
const CONCURRENCY = 20;
const ROUNDS = Number(process.argv[3] ?? 5);
const MOST = 1.2;

function httpRequestNode(): INodeType {
	const { HttpRequestV3 } = createRequire(`${hostFolder()}/package.json`)(
		'n8n-nodes-base/dist/nodes/HttpRequest/V3/HttpRequestV3.node.js',
	) as { HttpRequestV3: new (base: object) => INodeType };
	return new HttpRequestV3({
		displayName: 'HTTP Request',
		name: 'httpRequest',
		group: ['output'],
		description: '',
		defaultVersion: 4.2,
	});
}

interface Measured {
	seconds: number;
	/** Processor time, which other work on the machine changes less. */
	cpu: number;
}

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** Only the node's own time, without what the engine does around it. */
function timed(node: INodeType): { node: INodeType; total: Measured } {
	const total: Measured = { seconds: 0, cpu: 0 };
	const { execute } = node as { execute: Execute };
	node.execute = async function (this: IExecuteFunctions) {
		const begun = performance.now();
		const cpuBefore = process.cpuUsage();
		try {
			return await execute.call(this);
		} finally {
			const { user, system } = process.cpuUsage(cpuBefore);
			total.seconds += (performance.now() - begun) / 1000;
			total.cpu += (user + system) / 1e6;
		}
	};
	return { node, total };
}

const rows = (from: number, to: number): IDataObject[] =>
	Array.from({ length: to - from }, (_value, item) => ({
		customer: `Customer ${from + item}`,
		email: `customer${from + item}@example.com`,
		amount: `${from + item + 1}.50`,
	}));

const OURS: IDataObject = {
	resource: 'invoice',
	operation: 'create',
	delivery: 'emailNow',
	invoiceType: 'amountOnly',
	customerName: '={{ $json.customer }}',
	customerEmail: '={{ $json.email }}',
	description: 'Consulting',
	dueDate: '2030-12-31',
	currency: { __rl: true, mode: 'list', value: 'USD' },
	totalAmount: '={{ $json.amount }}',
	simplify: false,
	options: { concurrency: CONCURRENCY },
};

const theirs = ({ address, token }: SandboxProcess): IDataObject => ({
	method: 'POST',
	url: `${address}/invoicing/v2/invoices`,
	sendHeaders: true,
	headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${token}` }] },
	sendBody: true,
	specifyBody: 'json',
	jsonBody: `={{ JSON.stringify({
		customerInformation: { name: $json.customer, email: $json.email },
		invoiceInformation: { description: 'Consulting', dueDate: '2030-12-31', deliveryMode: 'email', sendImmediately: true },
		orderInformation: { amountDetails: { currency: 'USD', totalAmount: $json.amount } },
	}) }}`,
	options: {},
});

/** Runs the node on the rows, so many at a time, and tells how long it took. */
async function measure(
	sandbox: SandboxProcess,
	node: INodeType,
	parameters: IDataObject,
	batch: number,
	typeVersion: number,
): Promise<Measured> {
	const probe = timed(node);
	for (let from = 0; from < INVOICES; from += batch) {
		const input = rows(from, Math.min(from + batch, INVOICES));
		const { items, error } = await runNode({
			node: probe.node,
			parameters,
			typeVersion,
			input,
			address: sandbox.address,
			token: sandbox.token,
		});
		if (error !== undefined) throw error;
		if (items.length !== input.length)
			throw new Error(`${items.length} of ${input.length} came out`);
	}
	return probe.total;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function main(): Promise<void> {
	const sandbox = await startSandboxProcess();
	try {
		process.exitCode = (await compare(sandbox)) > MOST ? 1 : 0;
	} finally {
		sandbox.process.kill();
		await once(sandbox.process, 'exit');
	}
}

/** How many times as long the node takes as n8n's own. */
async function compare(sandbox: SandboxProcess): Promise<number> {
	const ours = withDefaults(new MerchantInvoicing(), OURS);
	const http = theirs(sandbox);
	const contestants: Array<[string, () => Promise<Measured>]> = [
		[
			`Merchant Invoicing, ${CONCURRENCY} at a time`,
			async () => await measure(sandbox, new MerchantInvoicing(), ours, INVOICES, 1),
		],
		[
			`HTTP Request, ${CONCURRENCY} at a time`,
			async () => await measure(sandbox, httpRequestNode(), http, CONCURRENCY, 4.2),
		],
		[
			'HTTP Request, all at once',
			async () => await measure(sandbox, httpRequestNode(), http, INVOICES, 4.2),
		],
	];
	const runs = contestants.map((): Measured[] => []);
	// In turns, so that whatever else the machine does hits all of them; the first round warms up.
	for (let round = 0; round <= ROUNDS; round++) {
		for (const [index, [, run]] of contestants.entries()) {
			const measured = await run();
			if (round > 0) runs[index].push(measured);
		}
	}
	const seconds = runs.map((all) => median(all.map((run) => run.seconds)));
	const cpu = runs.map((all) => median(all.map((run) => run.cpu)));
	contestants.forEach(([name], index) =>
		console.log(
			`${name.padEnd(36)} ${seconds[index].toFixed(2)} s (processor ${cpu[index].toFixed(2)} s) for ${INVOICES} invoices`,
		),
	);
	const ratio = seconds[0] / seconds[1];
	console.log(
		`Merchant Invoicing takes ${ratio.toFixed(2)} times as long (at most ${MOST}), and ${(cpu[0] / cpu[1]).toFixed(2)} times the processor`,
	);
	return ratio;
}

void main();
