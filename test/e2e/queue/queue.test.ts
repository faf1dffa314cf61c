import { setTimeout as sleep } from 'node:timers/promises';
import { itemsOf, type StoredCredential } from '../../../host/rest';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';
import { chain, invoicing, reporting, trigger, webhook } from '../support/workflow';
import { Cluster, WORKER_CONCURRENCY } from './cluster';

const { E2E_WORK = '', E2E_OUTPUT = '', E2E_TARBALL = '' } = process.env;
const INVOICES = 500;
const REPORTS = 100;
const REPORT_BYTES = 200_000;

const createInvoice = {
	resource: 'invoice',
	operation: 'create',
	mappingMode: 'defineBelow',
	delivery: 'share',
	currency: { __rl: true, mode: 'code', value: 'USD' },
	additionalFields: {
		dueDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
		invoiceDescription: 'From a queue',
		totalAmount: '12.34',
	},
	invoiceNumber: '={{ $json.body.number }}',
};

const downloadReport = {
	resource: 'report',
	operation: 'fetch',
	report: { __rl: true, mode: 'id', value: '={{ $json.body.reportId }}' },
	output: 'file',
};

describe('n8n in queue mode with one main and two workers', () => {
	let cluster: Cluster;
	let sandbox: TestSandbox;
	let credential: StoredCredential;

	/** Calls the webhook of a workflow until it says that the execution succeeded; tells how often it did not. */
	const callUntilDone = async (address: string, body: object): Promise<number> => {
		for (let repeats = 0; ; repeats++) {
			const response = await fetch(`${cluster.main.address}/webhook/${address}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(120_000),
			}).catch(() => undefined);
			if (response?.ok) return repeats;
			if (repeats === 5)
				throw new Error(`${address} failed six times with ${JSON.stringify(body)}`);
		}
	};

	/** As many callers as a busy shop has at once, each of which insists. */
	const callAll = async (address: string, bodies: object[]): Promise<number> => {
		const waiting = bodies.values();
		let repeats = 0;
		const caller = async () => {
			for (const body of waiting) repeats += await callUntilDone(address, body);
		};
		await Promise.all(Array.from({ length: 20 }, caller));
		return repeats;
	};

	const activated = async (address: string, step: Parameters<typeof chain>[1][number]) => {
		const workflow = await cluster.client.addWorkflow(chain(address, [webhook(address), step]));
		await cluster.client.activate(workflow);
		return workflow;
	};

	const numbered = (prefix: string, length: number) =>
		Array.from({ length }, (_, n) => `${prefix}${String(n + 1).padStart(4, '0')}`);

	/** The number of every invoice that the service holds. */
	const invoiceNumbers = async (prefix: string): Promise<string[]> => {
		const found: string[] = [];
		for (let offset = 0; ; offset += 100) {
			const { body } = await sandbox.call<{ invoices: Array<{ id: string }> }>(
				'GET',
				`/invoicing/v2/invoices?offset=${offset}&limit=100`,
			);
			found.push(...body.invoices.map(({ id }) => id));
			if (body.invoices.length < 100) break;
		}
		return found.filter((id) => id.startsWith(prefix)).sort();
	};

	beforeAll(async () => {
		sandbox = await startTestSandbox();
		cluster = await Cluster.start(E2E_WORK, E2E_OUTPUT, E2E_TARBALL);
		credential = await cluster.client.saveCredential('Merchant sandbox', 'merchantApi', {
			token: sandbox.token,
			environment: 'sandbox',
			sandboxAddress: sandbox.address,
		});
	});
	afterAll(async () => {
		await cluster.stop();
		await sandbox.stop();
	});

	test('500 invoices and 100 reports over two workers, one killed midway: each exactly once', async () => {
		await cluster.addWorker();
		await cluster.addWorker();
		await activated('create-invoice', invoicing(credential, createInvoice));
		const download = await activated('download-report', reporting(credential, downloadReport));
		const numbers = numbered('Q', INVOICES);
		const reports = await sandbox.control.makeReports({
			reportName: 'Queued',
			bytes: REPORT_BYTES,
			count: REPORTS,
		});
		const sent = Promise.all([
			callAll(
				'create-invoice',
				numbers.map((number) => ({ number })),
			),
			callAll(
				'download-report',
				reports.map(({ reportId }) => ({ reportId })),
			),
		]);
		while ((await invoiceNumbers('Q')).length < INVOICES / 4) await sleep(200);
		await cluster.workers[0].kill();
		const [invoiceRepeats, reportRepeats] = await sent;
		expect(invoiceRepeats + reportRepeats).toBeLessThanOrEqual(WORKER_CONCURRENCY);

		expect(await invoiceNumbers('Q')).toEqual(numbers);
		const sizes = new Map<string, number>();
		for (const { id } of await cluster.client.executionsOf(download.id, ['success'])) {
			const [file] = itemsOf(await cluster.client.execution(id), 'Merchant Reporting');
			const stored = await cluster.client.binary(file.binary?.data.id ?? '');
			sizes.set(file.json.reportId as string, stored.length);
		}
		for (const { reportId } of reports) {
			const { text } = await sandbox.call('GET', `/reporting/v3/reports/${reportId}`, {
				headers: { accept: 'text/csv' },
			});
			expect([reportId, sizes.get(reportId)]).toEqual([reportId, Buffer.byteLength(text)]);
		}
	});

	test('the trigger is polled by the main process alone', async () => {
		const workflow = await cluster.client.addWorkflow(
			chain('Watch', [
				trigger(credential, {
					event: 'newReport',
					pollTimes: { item: [{ mode: 'custom', cronExpression: '*/1 * * * *' }] },
				}),
			]),
		);
		await cluster.client.activatePolling(workflow);
		await sandbox.control.clearRequests();
		await sleep(125_000);
		const polls = await sandbox.control.requests('/reporting/v3/reports');
		expect(polls).toHaveLength(2);
	});
});
