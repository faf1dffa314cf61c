import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Run } from '../../../shared/node/resource';
import { storeBytes } from '../../../shared/node/storeBytes';
import type { Period } from '../../../shared/period/period';
import type { TableColumn } from '../../../shared/spreadsheet/table';
import { Workbook, type WorkbookSummary } from '../../../shared/spreadsheet/workbook';
import { readable, textOf } from '../../../shared/text';

const NAME = 'Reconciliation';
const TEXTS = ['result', 'reference', 'currency', 'note'];

/** One file with a row for each reference, and totals by result. */
export async function reconciliationWorkbook(
	{ context, transport }: Run,
	rows: readonly IDataObject[],
	summaries: readonly IDataObject[],
	{ start, end }: Period,
): Promise<{ file: IBinaryData; summary: WorkbookSummary }> {
	const zone = start.zoneName ?? '';
	const names = Object.keys(rows[0]);
	const columns = names.map((name, slot): TableColumn => ({
		name,
		heading: readable(name),
		kind: TEXTS.includes(name) ? 'text' : 'amount',
		slot,
		currencySlot: names.indexOf('currency'),
	}));
	const days = `${start.toISODate()} to ${end.minus({ milliseconds: 1 }).toISODate()}`;
	const notes = summaries.map(
		({ currency, agrees, note }) =>
			`${textOf(currency)}: ${agrees === true ? 'agrees' : 'does not agree'}: ${textOf(note)}`,
	);
	const workbook = new Workbook({
		name: NAME,
		groupColumns: 1,
		zone,
		notes: () => [`What was paid, compared with what was settled: ${days}`, ...notes],
	});
	const cells = rows.map((row) => names.map((name) => textOf(row[name])));
	const file = await storeBytes(context, {
		bytes: workbook.bytes(async () => {
			const by = columns.filter(({ name }) => name === 'result');
			const summed = columns.filter(({ kind }) => kind === 'amount');
			workbook.begin({ columns, by, summed }, cells);
			for (const row of cells) workbook.row(row);
			await Promise.resolve();
		}),
		toStream: (bytes) => transport.streamOf(bytes),
		fileName: `${NAME} ${days}`,
		mimeType: workbook.mimeType,
	});
	return { file, summary: workbook.summary };
}
