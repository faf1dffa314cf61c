import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runtime } from './ownProcess';
import { writePart } from './part';
import { OTHER_MIXES } from './reportMixes';
import { makeReport, MEGABYTE, Runs, say } from './runs';
import { judged, runsTable } from './table';

/** In MB: the reports that are compared with n8n's own nodes. */
const ROWS = 200;
/** n8n takes so long for each MB of it that it is smaller. */
const WORKBOOK = 50;
const OTHER_MIX = 50;
/** So large that what grows with the report shows. */
const LARGEST = 1000;
const DOWNLOAD = 2000;

/** How often what is compared by speed runs in turn. n8n takes almost a minute for a workbook. */
const ROUNDS = 3;
const WORKBOOK_ROUNDS = 2;
const OTHER_MIX_ROUNDS = 2;

async function readRows(runs: Runs, folder: string): Promise<void> {
	const csv = await makeReport(folder, 'csv', ROWS);
	await runs.inTurn(ROUNDS, ['csv.n8n', 'csv.rows'], csv);
	for (const name of ['csv.picked', 'csv.totals']) await runs.once(name, csv);
	const sheet = await makeReport(folder, 'csv', WORKBOOK);
	await runs.inTurn(WORKBOOK_ROUNDS, ['csv.n8nWorkbook', 'csv.workbook'], sheet);
	await runs.once('csv.warmWorkbook', csv, sheet.path);
	rmSync(csv.path);
	rmSync(sheet.path);

	const xml = await makeReport(folder, 'xml', ROWS);
	await runs.inTurn(ROUNDS, ['xml.n8n', 'xml.rows'], xml);
	rmSync(xml.path);
}

async function readOtherMixes(runs: Runs, folder: string): Promise<void> {
	for (const mix of Object.keys(OTHER_MIXES)) {
		const report = await makeReport(folder, 'csv', OTHER_MIX, mix);
		await runs.inTurn(OTHER_MIX_ROUNDS, ['csv.n8n', 'csv.rows'], report);
		rmSync(report.path);
	}
}

async function download(runs: Runs): Promise<void> {
	const server = await startByteServer();
	const file = { path: server.address + DOWNLOAD * MEGABYTE, megabytes: DOWNLOAD };
	try {
		await runs.inTurn(ROUNDS, ['file.pipe', 'file.ours'], file, server.address + 100 * MEGABYTE);
	} finally {
		server.stop();
	}
}

/** Reports as rows, totals, workbooks and files, compared with n8n's own nodes. */
async function main(): Promise<void> {
	const runtime = JSON.parse(process.argv[2]) as Runtime;
	const runs = new Runs(runtime);
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-bench-'));
	try {
		say('Making the reports …');
		await readRows(runs, folder);
		await readOtherMixes(runs, folder);
		const largest = await makeReport(folder, 'csv', LARGEST);
		await runs.once('csv.totals', { ...largest, name: '1 GB' });
		rmSync(largest.path);
		await download(runs);
		const { results } = runs;
		writePart('reports', {
			lines: judged(results),
			details: runsTable(results),
			measured: { node: runtime.version, results },
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();

const PROGRAM = `
const { createServer } = require('node:http');
const piece = Buffer.alloc(1 << 16, 'RequestID,Amount\\n');
const server = createServer(async (request, response) => {
	const total = Number(request.url.slice(1));
	response.writeHead(200, { 'content-type': 'text/csv', 'content-length': total });
	for (let sent = 0; sent < total; sent += piece.length) {
		const isRoom = response.write(piece.subarray(0, Math.min(piece.length, total - sent)));
		if (!isRoom) await new Promise((resolve) => response.once('drain', resolve));
	}
	response.end();
}).listen(0, '127.0.0.1', () => process.send(server.address().port));
`;

/** A server in a process of its own that answers with as many bytes as the path says. */
export async function startByteServer(): Promise<{ address: string; stop(): void }> {
	const server = fork('-e', [PROGRAM], {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	const [port] = (await once(server, 'message')) as [number];
	return { address: `http://127.0.0.1:${port}/`, stop: () => void server.kill() };
}
