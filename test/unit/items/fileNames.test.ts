import type { IExecuteFunctions } from 'n8n-workflow';

import { storeBytes } from '../../../nodes/shared/node/storeBytes';

it.each([
	['daily: sales/eu', 'daily- sales-eu.csv'],
	['..\\..\\daily?', 'daily-.csv'],
	['daily\u202Efdp.exe', 'daily-fdp.exe.csv'],
	['\u2066daily\u2069\u200F', 'daily-.csv'],
	['DAILY.CSV', 'DAILY.CSV'],
	['...', 'report.csv'],
	['a\u0000b\u2028c\ufeffd', 'a-b-c-d.csv'],
	[`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}-.csv`],
	['Отчёт 👩‍💻 報告', 'Отчёт 👩‍💻 報告.csv'],
])('a file called %j is stored as %j', async (fileName, stored) => {
	const prepareBinaryData = jest.fn();
	const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
	await storeBytes(context, { bytes: Buffer.from(''), fileName, mimeType: 'text/csv' });
	expect(prepareBinaryData).toHaveBeenCalledWith(expect.anything(), stored, 'text/csv');
});
