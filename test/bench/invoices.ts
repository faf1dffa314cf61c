import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node.js';
import { runNode, withDefaults } from '../support/engine';
import { markdownTable } from './markdown';
import type { Runtime } from './ownProcess';
import { atMost, writePart } from './part';
import { startSandboxProcess, type SandboxProcess, withTls } from './sandboxProcess';

/*
 * Creates 1,000 invoices through the node and through n8n's own HTTP Request node, in n8n's engine,
 * against the same sandbox, with and without TLS.
 */
const { host: HOST } = JSON.parse(process.argv[2]) as Runtime;
const INVOICES = 1000;
const SHOWN = INVOICES.toLocaleString('en');
const CONCURRENCY = 20;
const ROUNDS = 5;
const MOST = 1.15;

function httpRequestNode(): INodeType {
	const { HttpRequestV3 } = createRequire(`${HOST}/package.json`)(
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
	mappingMode: 'defineBelow',
	delivery: 'emailNow',
	customerName: '={{ $json.customer }}',
	customerEmail: '={{ $json.email }}',
	currency: { __rl: true, mode: 'list', value: 'USD' },
	additionalFields: {
		dueDate: '2030-12-31',
		invoiceDescription: 'Consulting',
		totalAmount: '={{ $json.amount }}',
		concurrency: CONCURRENCY,
		output: 'raw',
		serviceNumbers: true,
	},
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
	const secure = await withTls(sandbox);
	try {
		const compared = await againstHttpRequest(secure, 'with TLS', MOST);
		const plain = await againstHttpRequest(sandbox, 'without TLS', MOST);
		const lines = [compared.line, plain.line];
		const details = [compared.details, plain.details].join('\n\n');
		writePart('invoices', { lines, details, measured: [...compared.measured, ...plain.measured] });
	} finally {
		for (const { process } of [secure, sandbox]) {
			process.kill();
			await once(process, 'exit');
		}
	}
}

type Contestant = [name: string, run: () => Promise<Measured>];

/** In turns, so that whatever else the machine does hits all of them; the first round warms up. */
async function compare(contestants: readonly Contestant[]): Promise<Measured[]> {
	const runs = contestants.map((): Measured[] => []);
	for (let round = 0; round <= ROUNDS; round++) {
		for (let turn = 0; turn < contestants.length; turn++) {
			// Each begins as often as the others: the sandbox has more invoices with every turn.
			const index = (round + turn) % contestants.length;
			const measured = await contestants[index][1]();
			if (round > 0) runs[index].push(measured);
		}
	}
	return runs.map((measured) => ({
		seconds: median(measured.map((run) => run.seconds)),
		cpu: median(measured.map((run) => run.cpu)),
	}));
}

/** How long the node takes, compared with n8n's own. */
async function againstHttpRequest(sandbox: SandboxProcess, how: string, most: number) {
	const ours = withDefaults(new MerchantInvoicing(), OURS);
	const http = theirs(sandbox);
	const contestants: Contestant[] = [
		[
			'Merchant Invoicing',
			async () => await measure(sandbox, new MerchantInvoicing(), ours, INVOICES, 1),
		],
		['HTTP Request', async () => await measure(sandbox, httpRequestNode(), http, CONCURRENCY, 4.2)],
	];
	const measured = await compare(contestants);
	const [node, other] = measured;
	const line = atMost(
		`${SHOWN} invoices ${how}, against HTTP Request`,
		node.seconds / other.seconds,
		most,
		'of its time',
	);
	const details = markdownTable(
		[`${SHOWN} invoices ${how}, ${CONCURRENCY} at a time`, 's', 'processor s'],
		measured.map(({ seconds, cpu }, index) => [
			contestants[index][0],
			seconds.toFixed(2),
			cpu.toFixed(2),
		]),
	);
	return { line, details, measured };
}

void main();
