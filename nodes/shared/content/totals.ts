import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { formatAmount } from '../invoice/invoice';
import { RowKindClassifier } from '../report/classifier';
import { parseExactNumber, UniqueNames } from '../report/columns';
import { FIGURE_NAMES, pickShownFigures, SumsByKind, TotalsCollector } from '../spreadsheet/totals';
import { CellIssues } from '../spreadsheet/values';
import type { ContentChoices } from './choices';
import {
	type ItemsAndRowCount,
	type ReportsWithZone,
	showNotice,
	describeEmptyParts,
	pickReportDates,
	readIntoSink,
	type ExecuteOrPoll,
	REPORT_DATE_FIELDS,
} from './reading';
import { TableSink } from './tableSink';

/** One item for each currency and group. */
export async function toTotals(
	context: ExecuteOrPoll,
	{ first, all, zoned }: ReportsWithZone,
	{ read, groupBy }: ContentChoices,
): Promise<ItemsAndRowCount> {
	const classifier = new RowKindClassifier(first?.definition, first?.isAcceptedOnly);
	const findings = new CellIssues();
	const table = new TotalsCollector([groupBy.length], findings, classifier);
	const sink = new TableSink(zoned, groupBy, false, table, classifier);
	await readIntoSink(context, all, sink, (source) => sink.paced(source));
	await sink.finish();
	const currencyNotes = table.plan.summed.flatMap(({ currencyNote }) => currencyNote ?? []);
	const notes = [
		...classifier.notes(),
		...currencyNotes,
		...findings.inWords(),
		...describeEmptyParts(first),
	];
	for (const note of notes) showNotice(context, `${note}.`);
	const [{ rows }] = table.levels;
	const groups = rows.length > 0 ? rows : [NOTHING];
	const figures = pickShownFigures(
		groups.map(({ total }) => total),
		classifier,
	);
	const beside = {
		...pickReportDates(sink.together),
		...sink.ending,
		...(notes.length > 0 && { notes }),
	};
	const unique = new UniqueNames([...OWN, ...Object.keys(BESIDE)]);
	const keys = groupBy.map((name) => unique.give(name));
	const shown = groups.some(({ column }) => column !== '') ? ['column'] : [];
	shown.push(...keys, 'currency', ...figures.names, ...Object.keys(beside));
	const made = groups.map(({ column, currency, by, total }): IDataObject => {
		const inChosenForm = (figure: string | number | null, index: number) => {
			if (typeof figure !== 'string') return figure;
			if (read.amounts === 'number') return parseExactNumber(FIGURE_NAMES[index], figure);
			return figure === '0' ? formatAmount(figure, currency) : figure;
		};
		const sums = figures.of(total, FIGURE_NAMES).map(inChosenForm);
		return {
			...Object.fromEntries(keys.map((key, index) => [key, by[index] ?? ''])),
			...{ column, currency },
			...Object.fromEntries(FIGURE_NAMES.map((name, index) => [name, sums[index]])),
			...{ ...BESIDE, ...beside },
		};
	});
	return { items: itemsOf(context, made, shown), rowsRead: sink.rowsMet };
}

const NOTHING = { column: '', currency: '', by: [], total: new SumsByKind() };

const OWN = ['column', 'currency', ...FIGURE_NAMES];

const BESIDE: IDataObject = {
	...Object.fromEntries([...REPORT_DATE_FIELDS, 'endNotice'].map((name) => [name, ''])),
	notes: [],
};

/** The totals of all input items, and the columns that any of them has. */
const runs = new WeakMap<
	ExecuteOrPoll,
	{ shown: Set<string>; all: Array<{ item: INodeExecutionData; row: IDataObject }> }
>();

/** All totals of a run have the same columns: earlier items get those that later ones add. */
function itemsOf(
	context: ExecuteOrPoll,
	rows: readonly IDataObject[],
	shown: readonly string[],
): INodeExecutionData[] {
	const run = runs.get(context) ?? { shown: new Set(), all: [] };
	runs.set(context, run);
	const isNew = shown.some((name) => !run.shown.has(name));
	for (const name of shown) run.shown.add(name);
	const fresh = rows.map((row) => ({ item: { json: row }, row }));
	run.all.push(...fresh);
	for (const { item, row } of isNew ? run.all : fresh) {
		item.json = Object.fromEntries(Object.entries(row).filter(([name]) => run.shown.has(name)));
	}
	return fresh.map(({ item }) => item);
}
