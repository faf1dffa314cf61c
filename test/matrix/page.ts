import type { Outcome } from './judge';
import { type Outcomes, PARTS, recorded } from './outcomes';

const BEGIN = '<!-- Written by npm run matrix -->';
const END = '<!-- End -->';

/** Kinds of requests that fare alike. */
const COLUMNS: ReadonlyArray<{ title: string; holds: (row: string) => boolean }> = [
	{ title: 'Trigger', holds: (row) => row.startsWith('trigger, ') },
	{ title: 'Editor', holds: (row) => /^merchant/.test(row) },
	{ title: 'Downloads', holds: (row) => row.endsWith('(file)') },
	{ title: 'Reads', holds: (row) => /, GET /.test(row) },
	{ title: 'Writes', holds: () => true },
];

const IN_WORDS: Record<string, string> = {
	right: 'right',
	retried: 'right after a retry',
	later: 'right in a later poll',
	empty: 'empty',
	told: 'error',
};

/** Per column and fault: how many requests end in which outcome. */
function tally(): Map<string, Map<string, Map<string, number>>> {
	const counts = new Map<string, Map<string, Map<string, number>>>();
	for (const part of PARTS) {
		for (const [row, outcomes] of Object.entries(recorded(part))) {
			const { title } = COLUMNS.find(({ holds }) => holds(row))!;
			for (const [outcome, faults] of Object.entries(outcomes)) {
				for (const fault of faults ?? []) {
					const byColumn = counts.get(fault) ?? new Map<string, Map<string, number>>();
					const byOutcome = byColumn.get(title) ?? new Map<string, number>();
					byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
					counts.set(fault, byColumn.set(title, byOutcome));
				}
			}
		}
	}
	return counts;
}

function cellOf(outcomes: Map<string, number> | undefined): string {
	if (outcomes === undefined) return '';
	const counts = (['right', 'retried', 'later', 'empty', 'told'] satisfies Outcome[]).flatMap(
		(outcome) => {
			const count = outcomes.get(outcome) ?? 0;
			return count === 0 ? [] : [{ words: IN_WORDS[outcome], count }];
		},
	);
	return counts.length === 1
		? counts[0].words
		: counts.map(({ words, count }) => `${count} ${words}`).join(', ');
}

const requestsIn = (outcomes: Outcomes): number => Object.keys(outcomes).length;

function section(): string {
	const titles = COLUMNS.map(({ title }) => title).reverse();
	const rows = [...tally()].map(([fault, byColumn]) => [
		fault,
		...titles.map((title) => cellOf(byColumn.get(title))),
	]);
	const requests = PARTS.reduce((sum, part) => sum + requestsIn(recorded(part)), 0);
	const cells = rows.length * requests;
	const table = tableOf([['Fault', ...titles], ...rows]);
	return `${BEGIN}\n\n${requests} requests of all actions, lists and triggers under ${rows.length} faults: ${cells.toLocaleString('en-US')} cells.\n\n${table}\n\n${END}`;
}

/** In the form that Prettier keeps. */
function tableOf(rows: readonly string[][]): string {
	const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const [head, ...body] = rows.map((row) => line(row.map((cell, i) => cell.padEnd(widths[i]))));
	return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** docs/operate/guarantees.md with the table of what was recorded. */
export function withTable(page: string): string {
	const begin = page.indexOf(BEGIN);
	const end = page.indexOf(END) + END.length;
	if (begin < 0 || end < begin)
		throw new Error(`docs/operate/guarantees.md has no ${BEGIN} and ${END}`);
	return page.slice(0, begin) + section() + page.slice(end);
}
