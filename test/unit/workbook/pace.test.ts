import { readRowChoices } from '../../../nodes/shared/content/choices';
import { createSpreadsheetWriter } from '../../../nodes/shared/content/spreadsheet';
import { readReport } from '../../../nodes/shared/report/readReport';

const CHUNKS = 200;
const rows = Buffer.from('some text,more text,1.50,USD\n'.repeat(500));

test('A report is read no faster than its workbook is taken, so that none of it piles up', async () => {
	const read = readRowChoices({ showTimesIn: 'UTC' });
	const { table, sink } = createSpreadsheetWriter({ read, format: 'xlsx', groupBy: [] });
	let chunks = 0;
	async function* report() {
		yield Buffer.from('A,B,Amount,Currency\n');
		for (; chunks < CHUNKS; chunks++) yield rows;
	}
	const file = table.bytes(async (gate) => {
		const source = { bytes: sink.paced(gate(report())), mimeType: 'text/csv' };
		await readReport(source, sink);
	});
	const taken = file[Symbol.asyncIterator]();
	await taken.next();
	let before = -1;
	while (before !== chunks) {
		before = chunks;
		await new Promise((resolve) => setTimeout(resolve, 300));
	}
	expect(chunks).toBeLessThan(CHUNKS / 4);
	for (let next = await taken.next(); !next.done; next = await taken.next());
	expect(table.summary.rows).toBe(CHUNKS * 500);
}, 60_000);
