import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareHost } from '../../host/cache';
import { packPackage } from '../../host/packed';
import { endAll } from '../../host/processes';
import { Progress } from '../../host/progress';
import type { StoredCredential } from '../../host/rest';
import { Cluster } from '../e2e/queue/cluster';
import { createInvoice } from '../e2e/queue/createInvoice';
import { installServices } from '../e2e/queue/services';
import { chain, invoicing, type Step, webhook } from '../e2e/support/workflow';
import { endWithUs } from './endWithUs';
import { markdownTable } from './markdown';
import { writePart } from './part';
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess';

/** What the service takes for an answer, in milliseconds. */
const ANSWER = 200;
/** In seconds: until the code of new workers is compiled, and then measured. */
const WARM_UP = 15;
const MEASURED = 30;
/** A second worker must give so many times what the first one gives, where waiting is the limit. */
const LEAST_RATIO = 1.9;
/** Callers for each place of a worker, so that it never waits for one. */
const CALLERS = 2;

/** Executions that a worker carries out at the same time. */
interface Workers {
	workers: number;
	concurrency: number;
}

interface Load extends Workers {
	/** Created in each execution. */
	invoices: number;
	/** Requests that an execution has open at the same time. */
	atATime: number;
}

interface Outcome extends Load {
	/** Executions a second. */
	rate: number;
}

/**
 * Five answers are a second of waiting. With two at a time a worker uses a quarter of a core, so what a second one
 * adds does not depend on how many cores are free.
 */
const WAITING = { concurrency: 2, invoices: 5, atATime: 1 };
const ONE_WORKER: Load = { ...WAITING, workers: 1 };
const TWO_WORKERS: Load = { ...WAITING, workers: 2 };

/** As many as one core carries out: an execution for each invoice, against one for a hundred of them. */
const LOADS: Load[] = [
	ONE_WORKER,
	TWO_WORKERS,
	{ workers: 1, concurrency: 20, invoices: 1, atATime: 1 },
	{ workers: 1, concurrency: 2, invoices: 100, atATime: 20 },
];

const splitInvoices: Step = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.invoices', options: {} },
};

/** Puts 200 ms before each answer, as the way to a real service and its work do. */
async function slowDown({ address }: SandboxProcess): Promise<void> {
	const response = await fetch(`${address}/_sandbox/faults`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ kind: 'delay', delayMilliseconds: ANSWER, times: 1_000_000 }),
	});
	if (!response.ok) throw new Error(`The sandbox answered ${response.status}`);
}

/** A workflow for each way in which the loads create their invoices. */
async function addWorkflows(cluster: Cluster, credential: StoredCredential): Promise<void> {
	for (const address of new Set(LOADS.map(addressOf))) {
		const concurrency = Number(address.split('-')[1]);
		const create = invoicing(credential, {
			...createInvoice,
			additionalFields: { ...createInvoice.additionalFields, concurrency },
		});
		const workflow = chain(address, [webhook(address), splitInvoices, create]);
		await cluster.client.activate(await cluster.client.addWorkflow(workflow));
	}
}

const addressOf = ({ invoices, atATime }: Load): string => `${invoices}-${atATime}`;

/** Keeps calling from many sides, and counts what ends well. */
class Callers {
	ended = 0;
	private made = 0;
	private isOver = false;
	private readonly running: Array<Promise<void>>;

	constructor(
		private readonly address: string,
		private readonly invoices: number,
		callers: number,
	) {
		this.running = Array.from({ length: callers }, async () => await this.goOn());
	}

	async end(): Promise<void> {
		this.isOver = true;
		await Promise.all(this.running);
	}

	private async goOn(): Promise<void> {
		while (!this.isOver) {
			const response = await fetch(this.address, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(this.body()),
				signal: AbortSignal.timeout(120_000),
			});
			await response.text();
			if (!response.ok) throw new Error(`An execution failed: ${response.status}`);
			this.ended++;
		}
	}

	private body(): object {
		const number = () => ({ number: `B${Date.now()}N${this.made++}` });
		return { invoices: Array.from({ length: this.invoices }, () => ({ body: number() })) };
	}
}

/** Those that run already stay, with all that they have compiled. */
async function provide(cluster: Cluster, { workers, concurrency }: Workers, before?: Workers) {
	if (concurrency !== before?.concurrency || workers < before.workers)
		await cluster.removeWorkers();
	while (cluster.workers.length < workers) await cluster.addWorker(concurrency);
}

async function measure(cluster: Cluster, load: Load): Promise<Outcome> {
	const { workers, concurrency, invoices } = load;
	const address = `${cluster.main.address}/webhook/${addressOf(load)}`;
	const callers = new Callers(address, invoices, CALLERS * workers * concurrency);
	await sleep(WARM_UP * 1000);
	const begun = { at: performance.now(), ended: callers.ended };
	await sleep(MEASURED * 1000);
	const seconds = (performance.now() - begun.at) / 1000;
	const rate = (callers.ended - begun.ended) / seconds;
	await callers.end();
	return { ...load, rate };
}

const fixed = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

const shown = (outcomes: Outcome[]): string =>
	markdownTable(
		[
			...['workers', 'concurrency', 'invoices an execution', 'requests at a time'],
			...['executions a second', 'invoices a second'],
		],
		outcomes.map(({ workers, concurrency, invoices, atATime, rate }) => [
			...[workers, concurrency, invoices, atATime].map(String),
			...[rate, rate * invoices].map(fixed),
		]),
	);

/** n8n in queue mode on this machine, with one and two workers and a service that takes its time. */
async function main(): Promise<void> {
	const work = mkdtempSync(join(tmpdir(), 'merchant-services-queue-'));
	const output = join('test', 'output', 'bench-queue');
	mkdirSync(output, { recursive: true });
	const progress = new Progress();
	let sandbox: SandboxProcess | undefined;
	try {
		await progress.step('Making sure of Redis and PostgreSQL', installServices);
		const tarball = await progress.step('Building and packing the package', packPackage);
		await prepareHost(progress);
		sandbox = await startSandboxProcess();
		await slowDown(sandbox);
		const cluster = await Cluster.start(work, output, tarball);
		const credential = await cluster.client.saveCredential('Bench', 'merchantApi', {
			token: sandbox.token,
			environment: 'sandbox',
			sandboxAddress: sandbox.address,
		});
		await addWorkflows(cluster, credential);
		const outcomes: Outcome[] = [];
		for (const [index, load] of LOADS.entries()) {
			await provide(cluster, load, LOADS[index - 1]);
			outcomes.push(await measure(cluster, load));
			console.log(shown(outcomes.slice(-1)));
		}
		await cluster.stop();
		const rateOf = (load: Load) => outcomes[LOADS.indexOf(load)].rate;
		const ratio = rateOf(TWO_WORKERS) / rateOf(ONE_WORKER);
		writePart('queue', {
			lines: [
				{
					what: `Two workers, against one, ${ANSWER} ms an answer`,
					wanted: `at least ${LEAST_RATIO} times`,
					reached: `${ratio.toFixed(2)} times`,
					isMet: ratio >= LEAST_RATIO,
				},
			],
			details:
				`${shown(outcomes)}\n\nA service that takes ${ANSWER} ms an answer, on ${availableParallelism()} cores for ` +
				'all of it.',
			measured: { ratio, outcomes },
		});
	} finally {
		await endAll();
		sandbox?.process.kill();
		rmSync(work, { recursive: true, force: true });
	}
}

endWithUs();
void main();
