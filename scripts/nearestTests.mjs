import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { root } from './install.mjs';

const FOLDERS = ['nodes', 'credentials', 'sandbox', 'host', 'test'];
const IMPORT = /(?:from|import|import\(|requireActual(?:<[^>]*>)?\()\s*'(\.[^']+)'/g;

const sourcesIn = (folder) =>
	readdirSync(path.join(root, folder), { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name));

/** The files that import each file, by its path. */
function importers() {
	const files = new Set(FOLDERS.flatMap(sourcesIn));
	const found = new Map();
	for (const file of files) {
		for (const [, target] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
			const base = path.join(path.dirname(file), target.replace(/\.js$/, ''));
			const imported = [`${base}.ts`, path.join(base, 'index.ts')].find((name) => files.has(name));
			if (imported !== undefined) found.set(imported, [...(found.get(imported) ?? []), file]);
		}
	}
	return found;
}

/** The tests that are fewest imports away, and those one more away in the folder that is named as that of the file. */
function nearest(file, found) {
	const folders = path.dirname(file).split(path.sep);
	const isOfFolder = (name) => folders.includes(path.basename(path.dirname(name)));
	const seen = new Set([file]);
	let tests = [];
	for (let ring = [file]; ring.length > 0;) {
		ring = ring.flatMap((name) => found.get(name) ?? []).filter((name) => !seen.has(name));
		for (const name of ring) seen.add(name);
		const reached = ring.filter((name) => name.endsWith('.test.ts'));
		if (tests.length > 0) return [...tests, ...reached.filter(isOfFolder)];
		tests = reached;
	}
	return tests;
}

/** Tests of a promise that is kept in one file or folder, and that run it from far away. */
const OF_A_PROMISE = {
	'nodes/MerchantServicesTrigger/': [
		'test/workflow/trigger/health.test.ts',
		'test/workflow/trigger/replay.test.ts',
		'test/workflow/trigger/reports.test.ts',
	],
	'nodes/MerchantServicesTrigger/events/invoiceStatus/': [
		'test/unit/trigger/everyLife.test.ts',
		'test/unit/trigger/failures.test.ts',
		'test/unit/trigger/lateHistory.test.ts',
		'test/unit/trigger/ordinaryServices.test.ts',
		'test/workflow/trigger/dates.test.ts',
		'test/workflow/trigger/invoices.test.ts',
	],
	'nodes/MerchantServicesTrigger/events/newReport/': ['test/workflow/trigger/picking.test.ts'],
	'nodes/MerchantServicesTrigger/memory.ts': ['test/unit/trigger/publishing.test.ts'],
	'nodes/MerchantInvoicing/invoice/column': ['test/workflow/invoicing/mapping.test.ts'],
	'nodes/MerchantInvoicing/invoice/joinRows.ts': [
		'test/workflow/invoicing/mapping.test.ts',
		'test/workflow/invoicing/rows.test.ts',
	],
	'nodes/MerchantInvoicing/invoice/plan.ts': [
		'test/workflow/invoicing/duplicate.test.ts',
		'test/workflow/invoicing/mapping.test.ts',
	],
	'nodes/MerchantInvoicing/invoice/table.ts': ['test/workflow/workbook/invoices.test.ts'],
	'nodes/MerchantInvoicing/invoice/unknownColumns.ts': ['test/workflow/invoicing/mapping.test.ts'],
	'nodes/shared/node/agent.ts': [
		'test/workflow/invoicing/sheet.test.ts',
		'test/workflow/reporting/agentTool.test.ts',
	],
	'nodes/shared/node/errors.ts': [
		'test/unit/items/items.test.ts',
		'test/unit/transport/canary.test.ts',
		'test/unit/transport/transport.test.ts',
		'test/workflow/invoicing/rows.test.ts',
	],
	'nodes/shared/node/fields.ts': [
		'test/unit/description/forms.test.ts',
		'test/unit/description/guidelines.test.ts',
	],
	'nodes/shared/node/resource.ts': [
		'test/unit/items/items.test.ts',
		'test/workflow/invoicing/rows.test.ts',
	],
	'nodes/shared/service/invoicing.ts': ['test/workflow/invoicing/oddServices.test.ts'],
	'nodes/shared/service/reportingOrders.ts': ['test/workflow/reporting/oneTime.test.ts'],
	'nodes/shared/service/report': [
		'test/workflow/reporting/nothingThere.test.ts',
		'test/workflow/reporting/onDemand.test.ts',
		'test/workflow/reporting/subscriptions.test.ts',
	],
	'nodes/shared/content/': [
		'test/unit/report/totals.test.ts',
		'test/unit/workbook/workbook.test.ts',
		'test/workflow/content/handOver.test.ts',
		'test/workflow/content/parts.test.ts',
		'test/workflow/workbook/workbook.test.ts',
	],
	'nodes/shared/content/files.ts': ['test/workflow/content/brokenDownload.test.ts'],
	'nodes/shared/content/totals.ts': ['test/workflow/reporting/onDemand.test.ts'],
	'nodes/shared/report/bytes.ts': [
		'test/workflow/content/brokenDownload.test.ts',
		'test/workflow/content/parts.test.ts',
	],
	'nodes/shared/report/readReport.ts': ['test/workflow/content/parts.test.ts'],
	'nodes/shared/report/refusals.ts': [
		'test/workflow/content/brokenDownload.test.ts',
		'test/workflow/content/handOver.test.ts',
	],
	'nodes/shared/report/reportSink.ts': [
		'test/unit/report/batches.test.ts',
		'test/unit/report/columns.test.ts',
		'test/workflow/content/parts.test.ts',
	],
	'nodes/shared/catalog/': ['test/workflow/reporting/methods.test.ts'],
	'nodes/shared/catalog/kinds.ts': ['test/unit/report/totals.test.ts'],
	'nodes/shared/node/currency.ts': ['test/workflow/invoicing/list.test.ts'],
	'nodes/shared/node/items.ts': ['test/workflow/invoicing/rows.test.ts'],
	'nodes/shared/node/output.ts': ['test/workflow/workbook/invoices.test.ts'],
	'nodes/shared/node/parameters.ts': [
		'test/workflow/invoicing/settings.test.ts',
		'test/workflow/reporting/choices.test.ts',
	],
	'nodes/shared/text.ts': ['test/unit/transport/bounds.test.ts'],
	'nodes/shared/transport/': [
		'test/unit/transport/bounds.test.ts',
		'test/unit/transport/transport.test.ts',
	],
	'nodes/shared/transport/serviceFailure.ts': ['test/unit/transport/canary.test.ts'],
	'nodes/shared/transport/signature.ts': ['test/unit/transport/signedWire.test.ts'],
	'nodes/shared/spreadsheet/totals.ts': ['test/unit/report/totals.test.ts'],
	'nodes/shared/spreadsheet/fields.ts': ['test/workflow/workbook/workbook.test.ts'],
	'nodes/shared/spreadsheet/rowsWorkbook.ts': ['test/workflow/workbook/invoices.test.ts'],
	'nodes/shared/spreadsheet/': [
		'test/unit/workbook/property.test.ts',
		'test/unit/workbook/workbook.test.ts',
	],
};

/** Workflow tests run an action by its name, which no import shows. */
function testsByName(file) {
	const [, resource, name] = /([^/\\]+)[/\\]([^/\\]+)\.operation\.ts$/.exec(file) ?? [];
	if (name === undefined) return [];
	const folder = path.dirname(file);
	const listed = readdirSync(path.join(root, folder)).find((each) => each.endsWith('.resource.ts'));
	const ofOperation = new RegExp(`(\\w+): ${name}\\b`);
	// A resource with one action stands in the file of the action, which may have its name.
	const values =
		listed === undefined
			? [resource, name]
			: [ofOperation.exec(readFileSync(path.join(root, folder, listed), 'utf8'))?.[1] ?? name];
	return sourcesIn('test/workflow').filter((test) => {
		const text = readFileSync(path.join(root, test), 'utf8');
		const isRun = values.some((value) => text.includes(`'${value}'`));
		return test.endsWith('.test.ts') && isRun && (listed === undefined || text.includes(resource));
	});
}

/** Those that are named as the file or its folder. */
function namesakes(file) {
	const names = [path.basename(file, '.ts'), path.basename(path.dirname(file))];
	const isNamed = (test) => names.includes(path.basename(test, '.test.ts'));
	return [...sourcesIn('test/unit'), ...sourcesIn('test/workflow')].filter(isNamed);
}

/** The actions of a node that a file beside them is a part of, itself included. */
function actionsWith(file, found, seen = new Set()) {
	if (seen.has(file)) return [];
	seen.add(file);
	if (file.endsWith('.operation.ts')) return [file];
	const actions = /^.*[/\\]actions[/\\]/.exec(file)?.[0];
	const isBeside = (name) => actions !== undefined && name.startsWith(actions);
	return (found.get(file) ?? []).filter(isBeside).flatMap((name) => actionsWith(name, found, seen));
}

/** The nearest tests of each file, or of each file of a folder. */
export function nearestTests(names) {
	const found = importers();
	const files = names.flatMap((name) =>
		statSync(path.join(root, name)).isDirectory() ? sourcesIn(name) : [path.normalize(name)],
	);
	const testsOf = (file) => [
		...nearest(file, found),
		...actionsWith(file, found).flatMap(testsByName),
		...namesakes(file),
		...Object.keys(OF_A_PROMISE).flatMap((place) =>
			file.startsWith(place) ? OF_A_PROMISE[place] : [],
		),
	];
	return [...new Set(files.flatMap(testsOf))];
}
