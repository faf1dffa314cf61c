// Takes the picture of a workbook in docs/images again: a report of the sandbox, made into a workbook by the node,
// opened by LibreOffice. Needs soffice (libreoffice-calc) and pdftoppm (poppler-utils).
// npx tsx scripts/workbookPicture.ts [folder for the workbook and a picture of each sheet]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MerchantReporting } from '../nodes/MerchantReporting/MerchantReporting.node.js';
import { startTestSandbox } from '../test/support/sandbox';
import { runNode, withDefaults } from '../test/support/engine';

const PICTURE = 'docs/images/workbook';
/** The amounts in the sheet Totals, without the margins of the page, in dots. */
const TOTALS = '-f 2 -l 2 -r 240 -x 170 -y 225 -W 1545 -H 470'.split(' ');
const COLUMNS = [
	'Request.RequestID',
	'Request.TransactionDate',
	'PaymentMethod.CardType',
	'PaymentData.Type',
	'PaymentData.Amount',
	'PaymentData.CurrencyCode',
	'BillTo.LastName',
	'BillTo.City',
];

async function makeWorkbook(): Promise<Buffer> {
	const sandbox = await startTestSandbox();
	const report = { reportName: 'Daily transactions', rows: 40, status: 'COMPLETED' } as const;
	const { reportId } = await sandbox.control.makeReport(report);
	const node = new MerchantReporting();
	const run = await runNode({
		node,
		parameters: withDefaults(node, {
			...{ resource: 'report', operation: 'fetch', output: 'workbook' },
			report: { __rl: true, mode: 'id', value: reportId },
			groupBy: 'PaymentMethod.CardType',
			options: { columns: COLUMNS },
		}),
		address: sandbox.address,
		token: sandbox.token,
	});
	await sandbox.stop();
	if (run.error !== undefined) throw run.error;
	return await run.binary(run.items[0]);
}

/** Prints the workbook with LibreOffice, and takes pictures of the pages. */
function takePictures(workbook: Buffer, folder: string): void {
	const path = join(folder, 'workbook.xlsx');
	writeFileSync(path, workbook);
	const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
	const convert = ['--headless', '--convert-to', 'pdf', '--outdir', folder, path];
	execFileSync('soffice', [profile, ...convert], { stdio: 'pipe', timeout: 120_000 });
	const pages = join(folder, 'workbook.pdf');
	execFileSync('pdftoppm', ['-png', '-r', '80', pages, join(folder, 'page')]);
	execFileSync('pdftoppm', ['-png', '-singlefile', ...TOTALS, pages, PICTURE]);
}

async function main(): Promise<void> {
	const given = process.argv.at(2);
	const folder = given ?? mkdtempSync(join(tmpdir(), 'workbook-picture-'));
	mkdirSync(folder, { recursive: true });
	takePictures(await makeWorkbook(), folder);
	if (given === undefined) rmSync(folder, { recursive: true });
	process.exit();
}

void main();
