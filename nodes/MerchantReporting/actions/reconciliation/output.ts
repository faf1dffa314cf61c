import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { exactAmount } from '../../../shared/invoice/simplify';
import { format, total } from '../../../shared/money';
import { withoutNothing } from '../../../shared/node/output';
import { capitalized } from '../../../shared/node/rows';
import type { Run } from '../../../shared/node/resource';
import { offsetText, type Period } from '../../../shared/period/period';
import { number, readable } from '../../../shared/text';
import { type Line, type Result, RESULTS, type SumName, SUMS } from './comparison';
import { reconciliationWorkbook } from './workbook';

export interface Shown {
	output: 'differences' | 'all' | 'workbook';
	binaryPropertyName: string;
	period: Period;
	warnings: readonly string[];
}

/** What was paid at another time is neither a difference nor a part of the sums. */
const isDifference = ({ result }: Line): boolean => !['agrees', 'outOfPeriod'].includes(result);

const isExpected = ({ result }: Line): boolean => result !== 'notExpected';

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
	const rowOf = ({ result, reference, currency, sums }: Row, note: string): IDataObject => {
		const row: IDataObject = { result, reference, currency };
		for (const name of names) {
			const amount = sums[name];
			row[name] = amount === undefined ? null : exactAmount(format(amount), currency);
		}
		return { ...row, note };
	};
	const itemOf = (row: IDataObject, agrees: boolean, inputs?: number[]): INodeExecutionData => ({
		json: { ...row, agrees: about.isComplete && agrees, ...about },
		pairedItem: inputs?.map((item) => ({ item })),
	});
	const currencies = [...new Set(lines.map(({ currency }) => currency))].sort();
	const ofCurrencies = currencies.map((currency) =>
		lines.filter((line) => line.currency === currency),
	);
	const summaries = ofCurrencies.map((own) => {
		const counted = own.filter(({ result }) => result !== 'outOfPeriod');
		const row = sumOf(counted, { ...own[0], result: 'summary', reference: 'All' });
		const note = [`${capitalized(countsOf(own))}.`, ...warnings].join(' ');
		return itemOf(rowOf(row, note), !own.some(isDifference));
	});
	if (output === 'workbook') {
		const rows = lines.map((line) => rowOf(line, RESULTS[line.result]));
		const sums = summaries.map(({ json }) => json);
		const made = await reconciliationWorkbook(run, rows, sums, period);
		const agrees = sums.every((sum) => sum.agrees);
		const json = withoutNothing({ agrees, ...about, summaries: sums, ...made.summary });
		return [{ json, binary: { [binaryPropertyName]: made.file } }];
	}
	const others = ofCurrencies.flatMap((own) => {
		const unexpected = own.filter((line) => !isExpected(line));
		if (unexpected.length < 2) return unexpected;
		const reference = `${number(unexpected.length)} not in the input`;
		return sumOf(unexpected, { ...unexpected[0], reference });
	});
	const differences = lines.filter((line) => isDifference(line) && isExpected(line));
	const wanted = output === 'all' ? lines : [...differences, ...others];
	return [
		...summaries,
		...wanted.map((line) =>
			itemOf(rowOf(line, RESULTS[line.result]), line.result === 'agrees', line.inputs),
		),
	];
}

/** Not every service gives them. */
const OPTIONAL: readonly SumName[] = ['fees', 'paidOut'];

type Row = Pick<Line, 'reference' | 'currency' | 'sums'> & { result: Result | 'summary' };

/** One row in place of many. */
function sumOf<Head extends Row>(lines: readonly Line[], head: Head): Head {
	const sums: Line['sums'] = {};
	for (const name of SUMS) sums[name] = total(lines.map((line) => line.sums[name]));
	return { ...head, sums };
}

/** "Pending: 1, agrees: 12": what came out how many times. */
const countsOf = (lines: readonly Line[]): string =>
	Object.keys(RESULTS)
		.map((result) => [lines.filter((line) => line.result === result).length, result] as const)
		.filter(([count]) => count > 0)
		.map(([count, result]) => `${readable(result).toLowerCase()}: ${number(count)}`)
		.join(', ');
