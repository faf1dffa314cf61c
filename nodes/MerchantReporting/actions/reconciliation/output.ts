import type { INodeExecutionData } from 'n8n-workflow';

import { exactAmount } from '../../../shared/invoice/simplify';
import { format, total } from '../../../shared/money';
import { capitalized } from '../../../shared/node/rows';
import type { Run } from '../../../shared/node/resource';
import { offsetText, type Period } from '../../../shared/period/period';
import { columnsNamed, rowsWorkbook } from '../../../shared/spreadsheet/rowsWorkbook';
import { number, readable } from '../../../shared/text';
import { type Line, SUMS } from './comparison';

export interface Shown {
	output: 'differences' | 'all' | 'workbook';
	binaryPropertyName: string;
	period: Period;
	warnings: readonly string[];
}

/** What was paid at another time is neither a difference nor a part of the sums. */
const isDifference = ({ result }: Line): boolean => !['agrees', 'outOfPeriod'].includes(result);
const isUnexpected = ({ result }: Line): boolean => result === 'notExpected';

/** The sums of each currency first, then the lines that the user wants; or all of them in one workbook. */
export async function shownAs(
	lines: readonly Line[],
	{ output, binaryPropertyName, period: { start, end }, warnings }: Shown,
	run: Run,
): Promise<INodeExecutionData[]> {
	const isComplete = warnings.length === 0;
	const names = SUMS.filter((name) => lines.some(({ sums }) => sums[name] !== undefined));
	const about = { isComplete, periodStart: offsetText(start), periodEnd: offsetText(end) };
	const jsonOf = ({ currency, sums, ...line }: Line, agrees = line.result === 'agrees') => ({
		...{ result: line.result as string, reference: line.reference, currency },
		...Object.fromEntries(
			names.map((name) => [name, exactAmount(sums[name] && format(sums[name]), currency)]),
		),
		...{ note: line.note, agrees: isComplete && agrees, ...about },
	});
	const differences = lines.filter((line) => isDifference(line) && !isUnexpected(line));
	const summaries = [...new Set(lines.map(({ currency }) => currency))].sort().map((currency) => {
		const own = lines.filter((line) => line.currency === currency);
		const note = [countsOf(own), ...warnings].join(' ');
		const others = own.filter(isUnexpected);
		const reference = `${number(others.length)} not in the input`;
		if (others.length > 0) differences.push(sumOf(others, others.length > 1 ? { reference } : {}));
		const counted = own.filter(({ result }) => result !== 'outOfPeriod');
		const all = sumOf(counted, { ...own[0], reference: 'All', note });
		return { ...jsonOf(all, !own.some(isDifference)), result: 'summary' };
	});
	if (output !== 'workbook') {
		return [
			...summaries.map((json) => ({ json })),
			...(output === 'all' ? lines : differences).map((line) => ({
				json: jsonOf(line),
				pairedItem: line.rows.map((item) => ({ item })),
			})),
		];
	}
	const days = `${start.toISODate()} to ${end.minus({ milliseconds: 1 }).toISODate()}`;
	const { json, binary } = await rowsWorkbook(run, {
		...{ name: 'Reconciliation', days, groupColumns: 1, zone: start.zoneName ?? '' },
		columns: columnsNamed(['result', 'reference', 'currency', ...names, 'note'], (name) =>
			names.some((one) => one === name) ? 'amount' : 'text',
		),
		// The sheet adds them up.
		rows: lines.map((line) => jsonOf(line.result === 'outOfPeriod' ? { ...line, sums: {} } : line)),
		notes: summaries.map(({ currency, note }) => `${currency}: ${note}`),
		binaryPropertyName,
	});
	const agrees = summaries.every((summary) => summary.agrees);
	return [{ json: { agrees, ...about, summaries, ...json }, binary }];
}

/** Several lines as one. */
const sumOf = (lines: readonly Line[], as: Partial<Line>): Line => ({
	...{ ...lines[0], ...as },
	sums: Object.fromEntries(SUMS.map((name) => [name, total(lines.map((one) => one.sums[name]))])),
});

/** "Pending: 1, agrees: 12": what came out how many times. */
function countsOf(lines: readonly Line[]): string {
	const counts = new Map<string, number>();
	for (const { result } of lines) counts.set(result, (counts.get(result) ?? 0) + 1);
	const words = [...counts].map(([result, count]) => `${readable(result)}: ${number(count)}`);
	return `${capitalized(words.join(', ').toLowerCase())}.`;
}
