import { execFileSync } from 'node:child_process';
import { get } from 'node:http';
import { once } from 'node:events';
import { markdownTable } from './markdown';
import { atMost, below, handOver, type Line } from './part';
import { startSandboxProcess, type SandboxProcess } from './sandboxProcess';

const GIGABYTES = 2;
/** In MB: what the sandbox may take while it streams. */
const MOST_MEMORY = 300;
/** Late pages of a long list may take so many times what the first one takes. */
const MOST_PAGE = 3;
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

interface Judged {
	line?: Line;
	/** Of the table: what, how fast, and the most memory. */
	row: [string, string, string];
}

async function listPages(sandbox: SandboxProcess): Promise<Judged[]> {
	await call(sandbox, '/_sandbox/reports', { reportName: 'Daily', count: REPORTS, rows: 1 });
	const window = (start: string, end: string): string =>
		`/reporting/v3/reports?startTime=${start}T00:00:00Z&endTime=${end}T00:00:00Z&timeQueryType=reportTimeFrame`;
	const month = await timeOf(() => call(sandbox, window('2026-02-01', '2026-03-01')));
	const day = await timeOf(() => call(sandbox, window('2026-03-09', '2026-03-10')));

	await call(sandbox, '/_sandbox/invoices', { count: INVOICES });
	const page = (offset: number): Promise<unknown> =>
		call(sandbox, `/invoicing/v2/invoices?offset=${offset}&limit=100`);
	const first = await timeOf(() => page(0));
	const last = await timeOf(() => page(INVOICES - 100));
	const [reports, invoices] = [REPORTS, INVOICES].map((count) => count.toLocaleString('en'));
	const shown = (what: string, time: number): Judged => ({
		row: [what, `${time.toFixed(1)} ms`, ''],
	});
	return [
		shown(`reports of a month, of ${reports}`, month),
		shown(`reports of a day, of ${reports}`, day),
		shown(`first page of ${invoices} invoices`, first),
		{
			...shown(`last page of ${invoices} invoices`, last),
			line: atMost(
				`Sandbox: last page of ${invoices} invoices, against the first`,
				last / first,
				MOST_PAGE,
				'of its time',
			),
		},
	];
}

async function streamReport(sandbox: SandboxProcess, mimeType: string): Promise<Judged> {
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
	return {
		line: below(`Sandbox: ${GIGABYTES} GB of ${mimeType}, memory`, most, MOST_MEMORY, 'MB'),
		row: [`${GIGABYTES} GB of ${mimeType}`, `${speed.toFixed(0)} MB/s`, `${most.toFixed(0)} MB`],
	};
}

/** How fast the sandbox is: a large report streamed, and list pages with a full house. */
async function main(): Promise<void> {
	const sandbox = await startSandboxProcess('--now', '2026-03-10T12:00:00Z');
	try {
		const judged = [
			await streamReport(sandbox, 'text/csv'),
			await streamReport(sandbox, 'application/xml'),
			...(await listPages(sandbox)),
		];
		handOver('sandbox', {
			lines: judged.flatMap(({ line }) => line ?? []),
			details: markdownTable(
				['sandbox', 'speed', 'most memory'],
				judged.map(({ row }) => row),
			),
			measured: judged.map(({ row }) => row),
		});
	} finally {
		sandbox.process.kill();
		await once(sandbox.process, 'exit');
	}
}

void main();
