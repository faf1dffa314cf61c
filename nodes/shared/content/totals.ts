import type { IDataObject } from 'n8n-workflow';
import { Classifier } from '../report/classifier';
import { UniqueNames } from '../report/columns';
import { Findings } from '../spreadsheet/findings';
import { MoneyTotal, moneyFields, moneyLayout } from '../spreadsheet/moneyTotal';
import { TableTotals } from '../spreadsheet/tableTotals';
import type { ContentChoices } from './choices';
import {
	begun,
	notify,
	periodOf,
	readAll,
	type ReportContext,
	type ReportSources,
} from './reading';
import type { HandedOver } from './controlTotal';
import { TableSink } from './tableSink';

type TotalsChoices = Extract<ContentChoices, { output: 'totals' }>;

/** One item for each amount, currency and group; no row is kept. */
export async function totals(
	context: ReportContext,
	sources: ReportSources,
	choices: TotalsChoices,
): Promise<HandedOver> {
	const { read, groupBy } = choices;
	const { first, all, zoned } = await begun(sources, read);
	const classifier = new Classifier(first?.isAcceptedOnly);
	const findings = new Findings();
	const depth = groupBy.length;
	const table = new TableTotals(
		[depth],
		moneyLayout(() => classifier),
		findings,
		(cells) => classifier.classOf(cells),
	);
	const sink = new TableSink(zoned, groupBy, 'none', table, classifier);
	const control = await readAll(context, all, choices, sink);
	sink.finish();
	const currencyNotes = table.plan.summed.flatMap(({ currencyNote }) => currencyNote ?? []);
	const notes = [...classifier.notes(), ...currencyNotes, ...findings.inWords(['notTotaled'])];
	for (const note of notes) notify(context, `${note}.`);
	const { hasFees } = classifier;
	const told = { tellsKinds: classifier.tellsKinds || table.rows === 0, hasFees };
	const unique = new UniqueNames('report', KEYS);
	const keys = groupBy.map((name) => unique.give(name));
	const groups = table.totals[0].rows();
	const shown = groups.length > 0 ? groups : [NOTHING];
	const items = shown.map(({ column, currency, by, total }) => {
		const json: IDataObject = Object.fromEntries(keys.map((key, index) => [key, by[index] ?? '']));
		Object.assign(json, {
			column,
			currency,
			...moneyFields(total, told),
			...periodOf(sink.facts),
			...sink.ending,
		});
		if (notes.length > 0) json.notes = notes;
		return { json };
	});
	return { items, control };
}

const NOTHING = { column: '', currency: '', by: [] as string[], total: new MoneyTotal() };

/** What an item has beside the values of the columns to total by. */
const KEYS = [
	'column',
	'currency',
	'notes',
	'periodStart',
	'periodEnd',
	'reportDate',
	'reportCompletedTime',
	'endNotice',
	...Object.keys(moneyFields(NOTHING.total, { tellsKinds: true, hasFees: true })),
];
