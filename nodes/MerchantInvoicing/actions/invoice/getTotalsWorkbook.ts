import type { INodeExecutionData } from 'n8n-workflow';

import { withoutNothing } from '../../../shared/node/output';
import type { Run } from '../../../shared/node/resource';
import { storeBytes } from '../../../shared/node/storeBytes';
import { Workbook } from '../../../shared/spreadsheet/workbook';
import type { InvoiceSums } from '../../invoice/sums';
import { InvoiceRows, planOfSums } from '../../invoice/table';
import { filterInWords } from './getManySpreadsheet';
import type { View } from './output';
import type { WantedInvoices } from './wantedInvoices';

const NAME = 'Invoice Totals';

/** One file with a row for each group, and the sums of each currency. */
export async function totalsWorkbook(
	{ context, transport }: Run,
	sums: InvoiceSums,
	{ zone, today }: View,
	about: { wanted: WantedInvoices; warnings: readonly string[]; binaryPropertyName: string },
): Promise<INodeExecutionData> {
	const workbook = new Workbook({
		name: NAME,
		groupColumns: 0,
		zone,
		notes: () => [
			'All invoices of the list',
			...filterInWords(about.wanted),
			`Late as of ${today}`,
			...about.warnings,
		],
	});
	const file = await storeBytes(context, {
		bytes: workbook.bytes(async () => {
			const rows = new InvoiceRows(planOfSums(sums.columns), workbook, { showsAll: true });
			for (const row of sums.rows()) rows.add(row);
			rows.finish();
			await Promise.resolve();
		}),
		toStream: (bytes) => transport.streamOf(bytes),
		fileName: `${NAME} ${today}`,
		mimeType: workbook.mimeType,
	});
	const json = withoutNothing({ ...workbook.summary });
	return { json, binary: { [about.binaryPropertyName]: file } };
}
