import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runtime } from './ownProcess';
import { below, handOver } from './part';
import { makeReport, Runs } from './runs';
import { runsTable } from './table';

/** In MB: the report that becomes a workbook of ours, after a smaller one. */
const OURS = 1000;
const WARM_UP = 50;
/** In MB: what n8n's own nodes are known to do, and by how much to go on. */
const FIRST = 50;
const STEP = 25;

/** In MB: the last size at which Extract From File and Convert to File do not fail. */
async function largestOfN8n(runs: Runs, folder: string): Promise<number> {
	for (let largest = FIRST; ; largest += STEP) {
		const report = await makeReport(folder, 'csv', largest + STEP);
		try {
			await runs.once('csv.n8nWorkbook', { ...report, name: `${largest + STEP} MB` });
		} catch (error) {
			console.log(error instanceof Error ? error.message : error);
			return largest;
		} finally {
			rmSync(report.path);
		}
	}
}

/** The largest reports that become a workbook. */
async function main(): Promise<void> {
	const runs = new Runs(JSON.parse(process.argv[2]) as Runtime);
	const folder = mkdtempSync(join(tmpdir(), 'merchant-services-largest-'));
	try {
		const [warmUp, report] = [
			await makeReport(folder, 'csv', WARM_UP),
			await makeReport(folder, 'csv', OURS),
		];
		await runs.once('csv.warmWorkbook', report, warmUp.path);
		rmSync(report.path);
		const theirs = await largestOfN8n(runs, folder);
		const { results } = runs;
		const { growth } = results['csv.warmWorkbook'];
		handOver('largest', {
			lines: [
				below(
					`Workbook of ${OURS} MB, memory growth after one of ${WARM_UP} MB`,
					growth,
					100,
					'MB',
				),
				{
					what: 'Largest report that becomes a workbook',
					wanted: "larger than with n8n's own nodes",
					reached: `${OURS} MB or more, theirs ${theirs} MB and not ${theirs + STEP} MB`,
					isMet: OURS > theirs,
				},
			],
			details: runsTable(results),
			measured: results,
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
