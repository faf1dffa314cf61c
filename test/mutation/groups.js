'use strict';

const invoicing = 'nodes/MerchantInvoicing/invoice';
const trigger = 'nodes/MerchantServicesTrigger';

/** What is mutated together, the quick tests that have to notice it, and of how many changes in a hundred at least. */
exports.GROUPS = {
	money: {
		least: 92,
		files: ['nodes/shared/money.ts'],
		tests: ['test/unit/money/money.test.ts', 'test/unit/money/currencies.test.ts'],
		isStaticToo: true,
	},
	period: {
		least: 98,
		files: ['nodes/shared/period/{period,times}.ts'],
		tests: ['test/unit/period/period.test.ts'],
		isStaticToo: true,
	},
	retry: {
		least: 96,
		files: ['nodes/shared/transport/retry.ts'],
		tests: ['test/unit/transport/retry.test.ts', 'test/unit/transport/gate.test.ts'],
		isStaticToo: true,
	},
	reportTotals: {
		least: 96,
		files: ['nodes/shared/report/classifier.ts', 'nodes/shared/spreadsheet/totals.ts'],
		tests: [
			'test/unit/report/totals.test.ts',
			'test/unit/workbook/plainTotals.test.ts',
			'test/unit/workbook/sheets.test.ts',
			'test/unit/workbook/workbook.test.ts',
		],
	},
	invoiceTotals: {
		least: 95,
		files: [`${invoicing}/{totals,sums,derived}.ts`],
		tests: [
			'test/unit/invoice/totals.test.ts',
			'test/unit/invoice/amounts.test.ts',
			'test/unit/invoice/changes.test.ts',
			'test/unit/invoice/sums.test.ts',
			'test/unit/invoice/derived.test.ts',
		],
	},
	invoiceRules: {
		least: 98,
		files: [`${invoicing}/{rules,states,values,draft}.ts`, 'nodes/shared/invoice/invoice.ts'],
		tests: [
			'test/unit/invoice/rules.test.ts',
			'test/unit/invoice/draft.test.ts',
			'test/unit/invoice/values.test.ts',
			'test/unit/invoice/progress.test.ts',
			'test/unit/invoice/output.test.ts',
			'test/unit/invoice/settings.test.ts',
		],
	},
	triggerReports: {
		least: 97,
		files: [`${trigger}/health.ts`, `${trigger}/events/newReport/list.ts`],
		tests: ['test/unit/trigger/healthRecord.test.ts', 'test/unit/trigger/reportSelection.test.ts'],
	},
	triggerInvoices: {
		least: 90,
		files: [`${trigger}/events/invoiceStatus/examine.ts`],
		tests: [
			'test/unit/trigger/everyLife.test.ts',
			'test/unit/trigger/invoiceEvents.test.ts',
			'test/unit/trigger/lateHistory.test.ts',
			'test/unit/trigger/ordinaryServices.test.ts',
		],
	},
};
