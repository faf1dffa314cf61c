import type { INodeExecutionData } from 'n8n-workflow';

import { exactAmount } from '../../../shared/invoice/simplify';
import { format, total } from '../../../shared/money';
import type { Run } from '../../../shared/node/resource';
import { offsetText, type Period } from '../../../shared/period/period';
import { columnsNamed, rowsWorkbook } from '../../../shared/spreadsheet/rowsWorkbook';
import { type Line, SUMS } from './comparison';

export interface Shown {
	output: 'differences' | 'all' | 'workbook';
	binaryPropertyName: string;
	period: Period;
	warnings: readonly string[];
}

const isDifference = ({ result }: Line): boolean => !['agrees', 'outOfPeriod'].includes(result);

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
	const summaries = [...new Set(lines.map(({ currency }) => currency))].sort().map((currency) => {
		const own = lines.filter((line) => line.currency === currency);
		const sums = Object.fromEntries(
			SUMS.map((name) => [name, total(own.map((one) => one.sums[name]))]),
		);
		const all = { ...own[0], reference: 'All', note: warnings.join(' '), sums };
		return { ...jsonOf(all, !own.some(isDifference)), result: 'summary' };
	});
	if (output !== 'workbook') {
		return [
			...summaries.map((json) => ({ json })),
			...(output === 'all' ? lines : lines.filter(isDifference)).map((line) => ({
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
		rows: lines.map((line) => jsonOf(line)),
		notes: warnings,
		binaryPropertyName,
	});
	const agrees = summaries.every((summary) => summary.agrees);
	return [{ json: { agrees, ...about, summaries, ...json }, binary }];
}
