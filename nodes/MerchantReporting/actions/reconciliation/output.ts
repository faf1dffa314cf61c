import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { exactAmount } from '../../../shared/invoice/simplify';
import { type Decimal, format, total } from '../../../shared/money';
import { capitalized } from '../../../shared/node/rows';
import type { Run } from '../../../shared/node/resource';
import { offsetText, type Period } from '../../../shared/period/period';
import { columnsNamed, rowsWorkbook } from '../../../shared/spreadsheet/rowsWorkbook';
import { number, readable, textOf } from '../../../shared/text';
import { type Line, RESULTS, SUMS } from './comparison';

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
	const jsonOf = (line: Line, more: IDataObject = {}): IDataObject => {
		const { result, reference, currency, note, sums } = line;
		const shown = (sum?: Decimal) => (sum ? exactAmount(format(sum), currency) : null);
		return {
			...{ result, reference, currency },
			...Object.fromEntries(names.map((name) => [name, shown(sums[name])])),
			...{ note, agrees: isComplete && result === 'agrees', ...about, ...more },
		};
	};
	const summaries: IDataObject[] = [];
	const differences = lines.filter((line) => isDifference(line) && !isUnexpected(line));
	for (const currency of [...new Set(lines.map((line) => line.currency))].sort()) {
		const own = lines.filter((line) => line.currency === currency);
		const notes = [`${capitalized(countsOf(own))}.`, ...warnings];
		const others = own.filter(isUnexpected);
		if (others.length > 0) {
			const reference = `${number(others.length)} not in the input`;
			const sum = { ...others[0], reference, sums: sumsOf(others) };
			differences.push(others.length > 1 ? sum : others[0]);
			notes.push(
				`${currency} ${textOf(jsonOf(sum).difference)} of the difference isn't in the input.`,
			);
		}
		const sums = sumsOf(own.filter(({ result }) => result !== 'outOfPeriod'));
		const agrees = isComplete && !own.some(isDifference);
		const head = { result: 'summary', reference: 'All', note: notes.join(' '), agrees };
		summaries.push(jsonOf({ ...own[0], sums }, head));
	}
	if (output !== 'workbook') {
		return [
			...summaries.map((json) => ({ json })),
			...(output === 'all' ? lines : differences).map((line) => ({
				json: jsonOf(line),
				pairedItem: line.inputs.map((item) => ({ item })),
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
		notes: [
			`What was paid, compared with what was settled: ${days}`,
			...summaries.map(({ currency, agrees, note }) =>
				[currency, agrees === true ? 'agrees' : 'does not agree', note].map(textOf).join(': '),
			),
		],
		binaryPropertyName,
	});
	const agrees = summaries.every((summary) => summary.agrees);
	return [{ json: { agrees, ...about, summaries, ...json }, binary }];
}

const sumsOf = (lines: readonly Line[]): Line['sums'] =>
	Object.fromEntries(SUMS.map((name) => [name, total(lines.map(({ sums }) => sums[name]))]));

/** "Pending: 1, agrees: 12": what came out how many times. */
const countsOf = (lines: readonly Line[]): string =>
	Object.keys(RESULTS)
		.flatMap((result) => {
			const { length } = lines.filter((line) => line.result === result);
			return length > 0 ? `${readable(result).toLowerCase()}: ${number(length)}` : [];
		})
		.join(', ');
