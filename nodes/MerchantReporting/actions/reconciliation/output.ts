import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { exactAmount } from '../../../shared/invoice/simplify';
import { type Decimal, format, total } from '../../../shared/money';
import { withoutNothing } from '../../../shared/node/output';
import type { Run } from '../../../shared/node/resource';
import { offsetText, type Period } from '../../../shared/period/period';
import { readable } from '../../../shared/text';
import { type Line, RESULTS, type SumName, SUMS } from './comparison';
import { reconciliationWorkbook } from './workbook';

export interface Shown {
	output: 'differences' | 'all' | 'workbook';
	binaryPropertyName: string;
	period: Period;
	warnings: readonly string[];
}

/** What was paid at another time is neither a difference nor a part of the sums. */
const isDifference = ({ result }: Line): boolean => !['agrees', 'outOfPeriod'].includes(result);

/** The sums of each currency first, then the lines that the user wants; or all of them in one workbook. */
export async function shownAs(
	lines: readonly Line[],
	{ output, binaryPropertyName, period, warnings }: Shown,
	run: Run,
): Promise<INodeExecutionData[]> {
	const about = {
		isComplete: warnings.length === 0,
		periodStart: offsetText(period.start),
		periodEnd: offsetText(period.end),
	};
	const isGiven = (name: SumName) => lines.some(({ sums }) => sums[name]?.units);
	const names = SUMS.filter((name) => !OPTIONAL.includes(name) || isGiven(name));
	const rowOf = (
		{ reference, currency, sums }: Pick<Line, 'reference' | 'currency' | 'sums'>,
		result: string,
	): IDataObject => {
		const row: IDataObject = { result, reference, currency };
		for (const name of names) row[name] = amountIn(currency, sums[name]);
		return row;
	};
	const currencies = [...new Set(lines.map(({ currency }) => currency))].sort();
	const summaries = currencies.map((currency): IDataObject => {
		const own = lines.filter((line) => line.currency === currency);
		const counted = own.filter(({ result }) => result !== 'outOfPeriod');
		const sums: Line['sums'] = {};
		for (const name of SUMS) sums[name] = total(counted.map((line) => line.sums[name]));
		return {
			...rowOf({ reference: 'All', currency, sums }, 'summary'),
			agrees: about.isComplete && !own.some(isDifference),
			note: [`${countsOf(own)}.`, ...warnings].join(' '),
			...about,
		};
	});
	if (output === 'workbook') {
		const rows = lines.map((line) => rowOf(line, line.result));
		const made = await reconciliationWorkbook(run, rows, summaries, period);
		const agrees = summaries.every((summary) => summary.agrees);
		const json = withoutNothing({ agrees, ...about, summaries, ...made.summary });
		return [{ json, binary: { [binaryPropertyName]: made.file } }];
	}
	const wanted = output === 'all' ? lines : lines.filter(isDifference);
	return [
		...summaries.map((json) => ({ json })),
		...wanted.map((line): INodeExecutionData => ({
			json: {
				...rowOf(line, line.result),
				agrees: about.isComplete && line.result === 'agrees',
				...about,
			},
			pairedItem: line.inputs.map((item) => ({ item })),
		})),
	];
}

/** Not every service gives them. */
const OPTIONAL: readonly SumName[] = ['fees', 'paidOut'];

const amountIn = (currency: string, amount: Decimal | undefined): string | null =>
	amount === undefined ? null : exactAmount(format(amount), currency);

/** "12 agrees, 1 pending": what came out how many times. */
const countsOf = (lines: readonly Line[]): string =>
	RESULTS.map((result) => [lines.filter((line) => line.result === result).length, result] as const)
		.filter(([count]) => count > 0)
		.map(([count, result]) => `${count} ${readable(result).toLowerCase()}`)
		.join(', ');
