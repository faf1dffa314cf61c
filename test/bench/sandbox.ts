import { execFileSync } from 'node:child_process';
import { get } from 'node:http';
import { once } from 'node:events';
import { startSandboxProcess, type SandboxProcess } from './sandboxProcess';

/*
 * How fast the sandbox is: list pages with a full house, and a large report streamed.
 * npx tsx test/bench/sandbox.ts [gigabytes]
 */
const GIGABYTES = Number(process.argv[2] ?? 2);
const REPORTS = 10_000;
const INVOICES = 100_000;
const ROUNDS = 20;

async function call<T>(
	{ address, token }: SandboxProcess,
	path: string,
	body?: object,
): Promise<T> {
	const response = await fetch(address + path, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

/** The median of several rounds, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const begun = performance.now();
		await work();
		times.push(performance.now() - begun);
	}
	return times.sort((a, b) => a - b)[ROUNDS / 2];
}

function megabytesOf({ process: { pid } }: SandboxProcess): number {
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

async function listPages(sandbox: SandboxProcess): Promise<void> {
	await call(sandbox, '/_sandbox/reports', { reportName: 'Daily', count: REPORTS, rows: 1 });
	const window = (start: string, end: string): string =>
		`/reporting/v3/reports?startTime=${start}T00:00:00Z&endTime=${end}T00:00:00Z&timeQueryType=reportTimeFrame`;
	const month = await timeOf(() => call(sandbox, window('2026-02-01', '2026-03-01')));
	const one = await timeOf(() => call(sandbox, window('2026-03-09', '2026-03-10')));
	say(`reports of a month, of ${REPORTS} reports`, `${month.toFixed(1)} ms`);
	say(`reports of a day, of ${REPORTS} reports`, `${one.toFixed(1)} ms`);

	await call(sandbox, '/_sandbox/invoices', { count: INVOICES });
	const page = (offset: number): Promise<unknown> =>
		call(sandbox, `/invoicing/v2/invoices?offset=${offset}&limit=100`);
	say(`first page of ${INVOICES} invoices`, `${(await timeOf(() => page(0))).toFixed(1)} ms`);
	const last = await timeOf(() => page(INVOICES - 100));
	say(`last page of ${INVOICES} invoices`, `${last.toFixed(1)} ms`);
}

async function streamReport(sandbox: SandboxProcess, mimeType: string): Promise<void> {
	const { reports } = await call<{ reports: Array<{ reportId: string }> }>(
		sandbox,
		'/_sandbox/reports',
		{ reportName: mimeType, reportMimeType: mimeType, bytes: GIGABYTES * 1024 ** 3 },
	);
	const before = megabytesOf(sandbox);
	let [received, most] = [0, before];
	const begun = performance.now();
	const watch = setInterval(() => (most = Math.max(most, megabytesOf(sandbox))), 1000);
	await new Promise<void>((resolve, reject) => {
		const url = `${sandbox.address}/reporting/v3/reports/${reports[0].reportId}`;
		const headers = { authorization: `Bearer ${sandbox.token}`, accept: mimeType };
		get(url, { headers }, (response) => {
			response.on('data', (piece: Buffer) => (received += piece.length));
			response.on('end', resolve).on('error', reject);
		}).on('error', reject);
	});
	clearInterval(watch);
	const seconds = (performance.now() - begun) / 1000;
	most = Math.max(most, megabytesOf(sandbox));
	const speed = received / 1024 ** 2 / seconds;
	say(`${(received / 1024 ** 3).toFixed(2)} GB of ${mimeType}`, `${speed.toFixed(0)} MB/s`);
	say('  its memory before, and at most', `${before.toFixed(0)} MB, ${most.toFixed(0)} MB`);
}

function say(what: string, result: string): void {
	console.log(`${what.padEnd(45)} ${result}`);
}

async function main(): Promise<void> {
	const sandbox = await startSandboxProcess('--now', '2026-03-10T12:00:00Z');
	try {
		await streamReport(sandbox, 'text/csv');
		await streamReport(sandbox, 'application/xml');
		await listPages(sandbox);
	} finally {
		sandbox.process.kill();
		await once(sandbox.process, 'exit');
	}
}

void main();
