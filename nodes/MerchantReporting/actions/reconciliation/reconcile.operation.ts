import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { formatAmount } from '../../../shared/invoice/invoice';
import { format, total } from '../../../shared/money';
import { showHint } from '../../../shared/node/output';
import { addShow, textField } from '../../../shared/node/fields';
import { optionalText, read, readNumberField, readOptions } from '../../../shared/node/parameters';
import type { Item, Resource, ItemRun } from '../../../shared/node/resource';
import { formatIso } from '../../../shared/period/period';
import { readAll, refusal, type Refusal } from '../../../shared/problem';
import {
	fileField,
	readBinaryPropertyName,
	WORKBOOK_CHOICE,
} from '../../../shared/spreadsheet/fields';
import { buildTableColumns, rowsToWorkbookItem } from '../../../shared/spreadsheet/rowsWorkbook';
import { reportingOperation } from '../common/fields';
import { periodFields, readPeriod } from '../common/period';
import { compareAll, type ResultLine, RESULTS, SUMS } from './comparison';
import { FIELD_NAME_OPTIONS, readDistinctPayments, readPaymentInRow } from './expected';
import { fetchSettlements } from './settlements';

const referenceOption = textField('Service Reference Field', 'serviceReference', {
	default: 'merchantReferenceNumber',
	description: 'The field of a purchase with your reference, as the service names it',
});

const daysOption: INodeProperties = {
	displayName: 'Days Until Settled',
	name: 'daysUntilSettled',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 31, numberPrecision: 0 },
	default: 3,
	description: 'Payments in the last days of the period count as pending if not settled',
};

/** Lists of paid invoices rarely say when. Most were paid within three months. */
const USUAL_PERIOD: Record<string, string | number> = { period: 'lastNDays', periodDays: 90 };

const prepare = (item: Item) =>
	readAll({
		period: () => readPeriod(item),
		inputs: () => readDistinctPayments(item.group),
		failedRows: () => item.all.length - item.group.length,
		serviceField: () =>
			optionalText(readOptions(item).serviceReference, referenceOption.displayName) ??
			(referenceOption.default as string),
		daysUntilSettled: () => readNumberField(daysOption, readOptions(item).daysUntilSettled),
		output: () => read<'differences' | 'all' | 'workbook'>(item, 'reconcileOutput', 'differences'),
		binaryPropertyName: () => readBinaryPropertyName(item.parameter),
	});

const get = reportingOperation({
	name: 'Reconcile',
	action: 'Reconcile payments',
	description: 'Compare paid invoices or orders with what was settled',
	subtitle: 'Reconcile Payments',
	builderHint:
		'Takes items with a reference, an amount and a currency. Use it in place of a Merge with Code or Summarize nodes.',
	fields: [
		...periodFields.map((field) => ({
			...field,
			default: USUAL_PERIOD[field.name] ?? field.default,
		})),
		{
			displayName: 'Output',
			name: 'reconcileOutput',
			type: 'options',
			default: 'differences',
			description: 'The first items sum up each currency',
			options: [
				{ name: 'All', value: 'all', description: 'One item for each reference and currency' },
				{ name: 'Differences', value: 'differences', description: "Only what doesn't agree" },
				WORKBOOK_CHOICE,
			],
		},
		...addShow({ reconcileOutput: [WORKBOOK_CHOICE.value] }, [fileField]),
	],
	options: [...Object.values(FIELD_NAME_OPTIONS), daysOption, referenceOption],

	// All readable rows are compared together. Each other row fails by itself.
	groupBy(item) {
		readPaymentInRow(item);
		return 'all';
	},

	prepare,

	async carryOut(plan, run) {
		const { period, inputs, failedRows, serviceField, daysUntilSettled } = plan;
		const warnings = new Set<string>();
		if (failedRows > 0) warnings.add(`Rows that failed are not compared: ${failedRows}.`);
		const question = { reporting: run.reporting, period, query: {}, offset: 0, limit: Infinity };
		const settlements = await fetchSettlements(question, serviceField, (one) => warnings.add(one));
		const lines = compareAll(inputs, settlements, { ...period, daysUntilSettled });
		for (const message of warnings) showHint(run.context, message);
		const [own, theirs] = [inputs, settlements].map(
			(all) => new Set(all.map(({ reference }) => reference || '(empty)')),
		);
		const isMissing = lines.some(({ result }) => ['notFound', 'notSettled'].includes(result));
		const isMatched = [...own].some((reference) => theirs.has(reference));
		if (isMissing && theirs.size > 0 && !isMatched) throw noMatch(own, theirs, serviceField);
		return await shownAs(lines, [...warnings], plan, run);
	},
});

export const reconciliation: Resource = {
	name: 'Reconciliation',
	value: 'reconciliation',
	description: 'What your customers paid, compared with what was settled',
	default: 'get',
	operations: { get },
};

function noMatch(own: Set<string>, theirs: Set<string>, serviceField: string): Refusal {
	const [input, service] = [own, theirs].map((all) => [...all].slice(0, 3).join(', '));
	return refusal(
		`no reference of the input matches one of the service. In the input: ${input}. At the service (${serviceField}): ${service}`,
		`Choose another field of the input in ${FIELD_NAME_OPTIONS.reference.displayName}, or of the service in ${referenceOption.displayName} (both in Options). To see the fields of the service, get the purchase and refund detail with all columns.`,
		FIELD_NAME_OPTIONS.reference.displayName,
	);
}

const isDifference = ({ result }: ResultLine): boolean =>
	!['agrees', 'outOfPeriod'].includes(result);

async function shownAs(
	lines: readonly ResultLine[],
	warnings: readonly string[],
	{ output, binaryPropertyName, period: { start, end } }: ReturnType<typeof prepare>,
	run: ItemRun,
): Promise<INodeExecutionData[]> {
	const isComplete = warnings.length === 0;
	const names = SUMS.filter((name) => lines.some(({ sums }) => sums[name] !== undefined));
	const about = { isComplete, periodStart: formatIso(start), periodEnd: formatIso(end) };
	const jsonOf = (
		{ reference, currency, result, sums }: ResultLine,
		agrees = result === 'agrees',
	) => ({
		...{ result: result as string, reference, currency },
		...Object.fromEntries(
			names.map((name) => [name, formatAmount(sums[name] && format(sums[name]), currency)]),
		),
		...{ note: RESULTS[result], agrees: isComplete && agrees, ...about },
	});
	const summaries = [...new Set(lines.map(({ currency }) => currency))].sort().map((currency) => {
		const own = lines.filter((line) => line.currency === currency);
		const sums = Object.fromEntries(
			names.map((name) => [name, total(own.map((one) => one.sums[name]))]),
		);
		const all = { ...own[0], reference: 'All', sums };
		return { ...jsonOf(all, !own.some(isDifference)), result: 'summary', note: warnings.join(' ') };
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
	const { json, binary } = await rowsToWorkbookItem(run, {
		...{ name: 'Reconciliation', days, groupColumns: 1, zone: start.zoneName ?? '' },
		columns: buildTableColumns(['result', 'reference', 'currency', ...names, 'note'], (name) =>
			names.some((one) => one === name) ? 'amount' : 'text',
		),
		rows: lines.map((line) => jsonOf(line)),
		notes: warnings,
		binaryPropertyName,
	});
	const agrees = summaries.every((summary) => summary.agrees);
	return [{ json: { agrees, ...about, summaries, ...json }, binary }];
}
