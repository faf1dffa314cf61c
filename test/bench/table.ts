import { deviations } from './growth';
import type { Outcome } from './measures';

export type Results = Record<string, Outcome & { megabytes: number }>;

export interface Line {
	what: string;
	wanted: string;
	reached: string;
	isMet: boolean;
}

const fixed = (value: number, digits = 2) => value.toFixed(digits);
const megabytes = (value: number) => `${Math.round(value)} MB`;

const speed = ({ megabytes: size, seconds }: Results[string]) => size / seconds;

/**
 * Each rule, from the numbers of this very run. Speed is judged by the clock; processor time, all threads
 * counted, stands beside it, as whatever else the machine does changes it far less.
 */
export function judged(results: Results): Line[] {
	const faster = (what: string, ours: string, theirs: string, least: number): Line => {
		const perMegabyte = (name: string) => results[name].cpu / results[name].megabytes;
		const ratio = speed(results[ours]) / speed(results[theirs]);
		const byProcessor = perMegabyte(theirs) / perMegabyte(ours);
		return {
			what,
			wanted: `at least ${least} times as fast`,
			reached: `${fixed(ratio)} times (by processor time: ${fixed(byProcessor)})`,
			isMet: ratio >= least,
		};
	};
	const smaller = (what: string, ours: string, theirs: string, most: number): Line => {
		const ratio = results[ours].peak / results[theirs].peak;
		return {
			what,
			wanted: `at most ${most} of its peak`,
			reached: fixed(ratio),
			isMet: ratio <= most,
		};
	};
	const below = (what: string, value: number, most: number, unit: string): Line => ({
		what,
		wanted: `under ${most} ${unit}`,
		reached: `${Math.round(value)} ${unit}`,
		isMet: value < most,
	});
	const off = deviations(
		results['growth.0'].seconds,
		[1, 10, 100, 1000].map((size) => results[`growth.${size}`]),
	);
	return [
		faster('CSV to rows, against Extract From File', 'csv.rows', 'csv.n8n', 4.5),
		smaller('CSV to rows, memory', 'csv.rows', 'csv.n8n', 0.75),
		faster('XML to rows, against XML alone', 'xml.rows', 'xml.n8n', 8),
		smaller('XML to rows, memory', 'xml.rows', 'xml.n8n', 0.5),
		faster(
			'XML to rows, against Extract From File + XML + Split Out',
			'xml.rows',
			'xml.n8nChain',
			20,
		),
		below('Longest stall, CSV to rows', results['csv.rows'].stall, 100, 'ms'),
		below('Longest stall, XML to rows', results['xml.rows'].stall, 100, 'ms'),
		faster('Totals only, against rows', 'csv.totals', 'csv.rows', 1.3),
		below('Totals only, memory growth at 1 GB', results['growth.1000'].growth, 64, 'MB'),
		faster('Four of 25 columns, against all', 'csv.picked', 'csv.rows', 1.3),
		below('File of 2 GB, memory growth', results['file.ours'].growth, 80, 'MB'),
		faster('File, against a plain pipe', 'file.ours', 'file.pipe', 0.8),
		faster(
			'CSV to a workbook, against Extract From File + Convert to File',
			'csv.workbook',
			'csv.n8nWorkbook',
			6,
		),
		smaller('CSV to a workbook, memory', 'csv.workbook', 'csv.n8nWorkbook', 0.2),
		below('Longest stall, CSV to a workbook', results['csv.workbook'].stall, 100, 'ms'),
		below(
			'Workbook of 1 GB, memory growth after one of 50 MB',
			results['workbook.1000'].growth,
			100,
			'MB',
		),
		{
			what: 'Time of totals at 1, 10, 100 and 1,000 MB',
			wanted: 'within 20 % of a line',
			reached: `${off.map((share) => fixed(share * 100, 0)).join(', ')} % off`,
			isMet: off.every((share) => Math.abs(share) <= 0.2),
		},
		{
			what: '1 GB in batches',
			wanted: 'finishes',
			reached: `${fixed(results['csv.batches'].seconds, 0)} s, peak ${megabytes(results['csv.batches'].peak)}`,
			isMet: true,
		},
	];
}

/** Two Markdown tables: the rules, and what was measured. */
export function shown(lines: Line[], results: Results): string {
	const rules = lines.map(
		({ what, wanted, reached, isMet }) =>
			`| ${what} | ${wanted} | ${reached} | ${isMet ? 'yes' : 'NO'} |`,
	);
	const measured = Object.entries(results).map(([name, result]) => {
		const { seconds, cpu, peak, growth, stall } = result;
		return `| ${name} | ${Math.round(result.megabytes)} | ${fixed(seconds)} | ${fixed(cpu)} | ${fixed(speed(result), 1)} | ${Math.round(peak)} | ${Math.round(growth)} | ${Math.round(stall)} |`;
	});
	return [
		'| measure | must reach | reached | met |',
		'|---|---|---|---|',
		...rules,
		'',
		'| run | MB | s | processor s | MB/s | peak MB | growth MB | stall ms |',
		'|---|---|---|---|---|---|---|---|',
		...measured,
	].join('\n');
}
