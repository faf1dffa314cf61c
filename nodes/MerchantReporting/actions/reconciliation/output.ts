import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { exactAmount } from '../../../shared/invoice/simplify';
import { format, total } from '../../../shared/money';
import type { Run } from '../../../shared/node/resource';
import { offsetText, type Period } from '../../../shared/period/period';
import { readable } from '../../../shared/text';
import { type Line, RESULTS, SUMS } from './comparison';
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
	const names = SUMS.filter(
		(name) => !isOptional(name) || lines.some(({ sums }) => sums[name]?.units),
	);
	const rowOf = ({
		result,
		reference,
		currency,
		sums,
	}: Omit<Line, 'result'> & { result: string }): IDataObject => {
		const row: IDataObject = { result, reference, currency };
		for (const name of names) {
			const amount = sums[name];
			row[name] = amount === undefined ? null : exactAmount(format(amount), currency);
		}
		return row;
	};
	const currencies = [...new Set(lines.map(({ currency }) => currency))].sort();
	const summaries = currencies.map((currency): IDataObject => {
		const own = lines.filter((line) => line.currency === currency);
		const counted = own.filter(({ result }) => result !== 'outOfPeriod');
		const sums: Line['sums'] = {};
		for (const name of SUMS) sums[name] = total(counted.map((line) => line.sums[name]));
		return {
			...rowOf({
				result: 'summary',
				reference: 'All',
				currency,
				inputs: [],
				sums,
			}),
			agrees: about.isComplete && !own.some(isDifference),
			note: [`${countsOf(own)}.`, ...warnings].join(' '),
			...about,
		};
	});
	if (output === 'workbook') {
		const made = await reconciliationWorkbook(
			run,
			lines.map(rowOf),
			summaries,
			period,
			binaryPropertyName,
		);
		const agrees = summaries.every((summary) => summary.agrees);
		return [{ ...made, json: { agrees, ...about, summaries, ...made.json } }];
	}
	const wanted = output === 'all' ? lines : lines.filter(isDifference);
	return [
		...summaries.map((json) => ({ json })),
		...wanted.map((line): INodeExecutionData => ({
			json: { ...rowOf(line), agrees: about.isComplete && line.result === 'agrees', ...about },
			pairedItem: line.inputs.map((item) => ({ item })),
		})),
	];
}

/** Not every service gives them. */
const isOptional = (name: string): boolean => name === 'fees' || name === 'paidOut';

/** "12 agrees, 1 pending": what came out how many times. */
const countsOf = (lines: readonly Line[]): string =>
	RESULTS.map((result) => [lines.filter((line) => line.result === result).length, result] as const)
		.filter(([count]) => count > 0)
		.map(([count, result]) => `${count} ${readable(result).toLowerCase()}`)
		.join(', ');
