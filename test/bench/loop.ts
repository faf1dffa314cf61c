import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareHost } from '../../host/cache';
import { freePort, startN8n } from '../../host/n8n';
import { installPackage, packPackage } from '../../host/packed';
import { Progress } from '../../host/progress';
import { itemsOf, N8nClient, type WorkflowFile } from '../../host/rest';
import { endWithUs } from './endWithUs';
import { markdownTable } from './markdown';
import { below, writePart } from './part';
import { writeReport } from './reportFile';

/** In MB: the size of the report, and the most memory that n8n may take at any time. */
const SIZE = 300;
const MOST = 600;
/** In MB. Without limits, V8 collects garbage only once it has added up to gigabytes. */
const HEAP = 320;
const NEW_HEAP = 2;
const BATCH = 10_000;
const MEGABYTE = 1e6;
const AN_HOUR = 3_600_000;
const EXAMPLE = 'reporting-large-report-in-batches';

/** A service that has one report. */
async function serve(path: string, size: number) {
	let bytes = 0;
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size });
		const file = createReadStream(path);
		file.on('data', (piece) => (bytes += piece.length));
		response.on('close', () => file.destroy());
		file.pipe(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}`, server, sent: () => bytes };
}

/** In MB: the most that a process ever took, from the kernel's own books. */
function peakOf(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / MEGABYTE;
}

/** In seconds: the processor time of a process. */
function processorTime(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

function workflow(): WorkflowFile {
	const file = JSON.parse(readFileSync(`examples/${EXAMPLE}.json`, 'utf8')) as WorkflowFile;
	const download = {
		resource: 'report',
		operation: 'fetch',
		report: { __rl: true, mode: 'id', value: 'R-1' },
		output: 'oneBatch',
		options: { format: 'text/csv' },
		cursor: '={{ $json.nextCursor }}',
		batchSize: BATCH,
	};
	return {
		...file,
		nodes: file.nodes.map((node) =>
			node.name === 'Download Batch' ? { ...node, parameters: download } : node,
		),
	};
}

/** Reads a large report in the real n8n, with the example that loops over its batches. */
async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-loop-'));
	const progress = new Progress();
	const path = join(folder, 'report.csv');
	const { rows, bytes } = await writeReport(path, 'csv', SIZE * MEGABYTE);
	const { address, server, sent } = await serve(path, bytes);
	await prepareHost(progress);
	await installPackage(folder, await packPackage());
	const logFile = join(folder, 'n8n.log');
	const n8n = await startN8n({
		folder,
		port: await freePort(),
		logFile,
		env: {
			NODE_OPTIONS: `--max-old-space-size=${HEAP} --max-semi-space-size=${NEW_HEAP}`,
			// Memory that the system's own allocator keeps for each thread.
			MALLOC_ARENA_MAX: '2',
		},
	});
	try {
		const client = new N8nClient(n8n.address);
		await client.logIn();
		const credential = await client.saveCredential('Bench', 'merchantApi', {
			token: 'bench-token',
			environment: 'sandbox',
			sandboxAddress: address,
		});
		const stored = await client.addWorkflow(workflow(), credential);
		await new Promise((resolve) => setTimeout(resolve, 5000));
		const startUp = peakOf(n8n.pid);
		writeFileSync(`/proc/${n8n.pid}/clear_refs`, '5');
		const before = { peak: peakOf(n8n.pid), cpu: processorTime(n8n.pid) };
		const start = performance.now();
		const execution = await client.run(stored, 'Start', AN_HOUR);
		const seconds = (performance.now() - start) / 1000;
		const lastRow = Number(itemsOf(execution, 'Finished').at(0)?.json.lastRow ?? 0);
		if (lastRow !== rows) {
			throw new Error(`The loop read ${lastRow} of ${rows} rows: ${execution.status}`);
		}
		const peak = peakOf(n8n.pid);
		const cpu = processorTime(n8n.pid) - before.cpu;
		const memory = [startUp, before.peak, peak].map((megabytes) => `${Math.round(megabytes)} MB`);
		writePart('loop', {
			lines: [below(`${SIZE} MB in a loop in a whole n8n, peak`, peak, MOST, 'MB')],
			details: markdownTable(
				['report', 'rows', 's', 'processor s', 'sent', 'at start', 'before the loop', 'peak'],
				[
					[
						`${Math.round(bytes / MEGABYTE)} MB`,
						rows.toLocaleString('en'),
						...[seconds, cpu].map((time) => time.toFixed(0)),
						`${Math.round(sent() / MEGABYTE)} MB`,
						...memory,
					],
				],
			),
			measured: { bytes, rows, seconds, cpu, sent: sent(), startUp, before: before.peak, peak },
		});
	} finally {
		await n8n.stop();
		server.close();
		server.closeAllConnections();
		rmSync(folder, { recursive: true, force: true });
	}
}

endWithUs();
void main();
