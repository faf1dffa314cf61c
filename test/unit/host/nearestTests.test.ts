import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { GROUPS } from '../../mutation/groups';

const ROOT = path.resolve(__dirname, '../../..');

const nearestTests = (file: string): string[] =>
	JSON.parse(
		execFileSync(
			process.execPath,
			[
				'--input-type=module',
				'-e',
				`import { nearestTests } from './scripts/nearestTests.mjs'; console.log(JSON.stringify(nearestTests(['${file}'])));`,
			],
			{ cwd: ROOT, encoding: 'utf8' },
		),
	) as string[];

it.each([
	['nodes/shared/money.ts', 'test/unit/money/money.test.ts'],
	[
		'nodes/MerchantReporting/actions/report/download.operation.ts',
		'test/workflow/reporting/reports.test.ts',
	],
	['nodes/MerchantInvoicing/invoice/states.ts', 'test/workflow/invoicing/states.test.ts'],
	['nodes/shared/transport/serviceFailure.ts', 'test/unit/transport/canary.test.ts'],
	['nodes/shared/spreadsheet/cells.ts', 'test/unit/workbook/workbook.test.ts'],
	['nodes/MerchantServicesTrigger/event.ts', 'test/workflow/trigger/replay.test.ts'],
])('the tests nearest to %s have %s', (file, test) => {
	const tests = nearestTests(file);
	expect(tests).toContain(test);
	expect(tests.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it.each(Object.entries(GROUPS))(
	'the group of mutations %s has tests that exist',
	(_, { tests }) => {
		expect(tests.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
	},
);
