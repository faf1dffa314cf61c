import type { IDataObject } from 'n8n-workflow';
import { exactAmount } from '../invoice/simplify';
import { Classifier } from '../report/classifier';
import type { ReadChoices } from '../report/choices';
import { exactNumber, UniqueNames } from '../report/columns';
import { Findings } from '../spreadsheet/findings';
import { figuresOf, type Money, MoneyTotal } from '../spreadsheet/moneyTotal';
import { type Group, TotalsCollector } from '../spreadsheet/totals';
import type { ContentChoices } from './choices';
import {
	type OutputResult,
	type PeekedReports,
	notify,
	reportDatesOf,
	readReports,
	type ReportContext,
	TOLD,
} from './reading';
import { TableSink } from './tableSink';

/** One item for each currency and group; no row is kept. */
export async function totals(
	context: ReportContext,
	{ first, all, zoned }: PeekedReports,
	{ read, groupBy }: ContentChoices,
): Promise<OutputResult> {
	const classifier = new Classifier(first?.definition, first?.isAcceptedOnly);
	const findings = new Findings();
	const table = new TotalsCollector([groupBy.length], findings, classifier);
	const sink = new TableSink(zoned, groupBy, false, table, classifier);
	await readReports(context, all, sink, (source) => sink.paced(source));
	await sink.finish();
	const currencyNotes = table.plan.summed.flatMap(({ currencyNote }) => currencyNote ?? []);
	const notes = [...classifier.notes(), ...currencyNotes, ...findings.inWords(['notTotaled'])];
	for (const note of notes) notify(context, `${note}.`);
	const [{ rows: groups }] = table.blocks;
	const rows = totalRows(groupBy, groups.length > 0 ? groups : [NOTHING], classifier, read.amounts);
	const beside = {
		...reportDatesOf(sink.together),
		...sink.ending,
		...(notes.length > 0 && { notes }),
	};
	return { items: rows.map((row) => ({ json: { ...row, ...beside } })), rowsRead: sink.rowsMet };
}

const NOTHING = { column: '', currency: '', by: [], total: new MoneyTotal() };

/** What an item has beside its sums and the columns to total by. */
const BESIDE = [...TOLD, 'endNotice', 'notes'];

/** A row for each currency and group, all with the same columns. */
export function totalRows(
	groupBy: readonly string[],
	groups: readonly Group[],
	money: Money,
	amounts: ReadChoices['amounts'],
): IDataObject[] {
	const figures = figuresOf(
		groups.map(({ total }) => total),
		money,
	);
	const hasColumns = groups.some(({ column }) => column !== '');
	const own = [...(hasColumns ? ['column'] : []), 'currency', ...figures.names];
	const unique = new UniqueNames([...own, ...BESIDE]);
	const keys = [...groupBy.map((name) => unique.give(name)), ...own];
	return groups.map(({ column, currency, by, total }) => {
		const inChosenForm = (figure: string | number | null, index: number) => {
			if (typeof figure !== 'string') return figure;
			if (amounts === 'number') return exactNumber(figures.names[index], figure);
			return figure === '0' ? exactAmount(figure, currency) : figure;
		};
		const values = [
			...groupBy.map((_, index) => by[index] ?? ''),
			...(hasColumns ? [column] : []),
			currency,
			...figures.of(total).map(inChosenForm),
		];
		return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
	});
}
