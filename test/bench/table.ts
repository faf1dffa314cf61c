import { markdownTable } from './markdown';
import { below, type Line } from './part';
import { keyOf, type Result, type Results } from './runs';

const fixed = (value: number, digits = 2) => value.toFixed(digits);
const rounded = (value: number) => Math.round(value).toLocaleString('en');

const speed = ({ megabytes, seconds }: Result) => megabytes / seconds;

/** So many times as fast as Extract From File, by what is special about the report. */
const LEAST_BY_MIX = {
	'few repeats': 5,
	'long text': 2.5,
	'quotes and lines': 4.75,
	'5 columns': 5,
	'97 columns': 5,
};

/**
 * Each rule, from the numbers of this very run. Speed is judged by the clock; processor time, all threads
 * counted, stands beside it, as whatever else the machine does changes it far less.
 */
export function judged(results: Results): Line[] {
	const faster = (what: string, ours: string, theirs: string, least: number): Line => {
		const perMegabyte = (key: string) => results[key].cpu / results[key].megabytes;
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
	const largest = keyOf('csv.totals', '1 GB');
	return [
		faster('CSV to rows, against Extract From File', 'csv.rows', 'csv.n8n', 6.25),
		smaller('CSV to rows, memory', 'csv.rows', 'csv.n8n', 0.7),
		...Object.entries(LEAST_BY_MIX).map(([mix, least]) =>
			faster(
				`CSV to rows, ${mix}, against Extract From File`,
				keyOf('csv.rows', mix),
				keyOf('csv.n8n', mix),
				least,
			),
		),
		faster('XML to rows, against XML alone', 'xml.rows', 'xml.n8n', 10.5),
		smaller('XML to rows, memory', 'xml.rows', 'xml.n8n', 0.4),
		below('Longest stall, CSV to rows', results['csv.rows'].stall, 60, 'ms'),
		below('Longest stall, XML to rows', results['xml.rows'].stall, 60, 'ms'),
		faster('Totals only, against rows', 'csv.totals', 'csv.rows', 1.5),
		below('Totals only, memory growth at 1 GB', results[largest].growth, 64, 'MB'),
		faster('Totals of 1 GB, against those of 200 MB', largest, 'csv.totals', 0.8),
		faster('Four of 25 columns, against all', 'csv.picked', 'csv.rows', 2),
		below('File of 2 GB, memory growth', results['file.ours'].growth, 80, 'MB'),
		faster('File, against a plain pipe', 'file.ours', 'file.pipe', 0.83),
		faster(
			'CSV to a workbook, against Extract From File + Convert to File',
			'csv.workbook',
			'csv.n8nWorkbook',
			8,
		),
		smaller('CSV to a workbook, memory', 'csv.workbook', 'csv.n8nWorkbook', 0.15),
		below('Longest stall, CSV to a workbook', results['csv.workbook'].stall, 60, 'ms'),
		below(
			'Workbook of 200 MB, memory growth after one of 50 MB',
			results['csv.warmWorkbook'].growth,
			100,
			'MB',
		),
	];
}

const NAMES: Record<string, string> = {
	'csv.n8n': 'CSV: Extract From File',
	'csv.rows': 'CSV: rows',
	'csv.picked': 'CSV: rows, four columns',
	'csv.totals': 'CSV: totals',
	'csv.n8nWorkbook': 'CSV: Extract From File and Convert to File',
	'csv.workbook': 'CSV: workbook',
	'csv.warmWorkbook': 'CSV: workbook, after one of 50 MB',
	'xml.n8n': 'XML: XML node alone, on text',
	'xml.rows': 'XML: rows',
	'file.pipe': 'File: a plain pipe of Node',
	'file.ours': 'File: ours',
};

export const runsTable = (results: Results): string =>
	markdownTable(
		['run', 'MB', 's, each run', 'processor s', 'MB/s', 'peak MB', 'growth MB', 'stall ms'],
		Object.values(results).map((result) => {
			const { measure, name, megabytes, times, cpu, peak, growth, stall } = result;
			return [
				keyOf(NAMES[measure], name),
				rounded(megabytes),
				times.map((time) => fixed(time)).join(', '),
				fixed(cpu),
				fixed(speed(result), 1),
				...[peak, growth, stall].map(rounded),
			];
		}),
	);
