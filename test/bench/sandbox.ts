import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/*
 * How fast the sandbox is: list pages with a full house, and a large report streamed.
 * npx tsx test/bench/sandbox.ts [gigabytes]
 */
const GIGABYTES = Number(process.argv[2] ?? 2);
const REPORTS = 10_000;
const INVOICES = 100_000;
const ROUNDS = 20;

interface Running {
	process: ChildProcess;
	address: string;
	token: string;
}

/** In a process of its own, so that its memory and its time are its own. */
async function start(): Promise<Running> {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', 'sandbox/main.ts', '--port', '0', '--now', '2026-03-10T12:00:00Z'],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const said = new Map<string, string>();
	for await (const line of createInterface({ input: child.stdout })) {
		const [name, value] = line.split(/\s+/);
		said.set(name, value);
		if (said.has('Token')) break;
	}
	return { process: child, address: said.get('Sandbox') ?? '', token: said.get('Token') ?? '' };
}

async function call<T>({ address, token }: Running, path: string, body?: object): Promise<T> {
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

function megabytesOf({ process: { pid } }: Running): number {
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

async function listPages(sandbox: Running): Promise<void> {
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

async function streamReport(sandbox: Running, mimeType: string): Promise<void> {
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
	const sandbox = await start();
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
