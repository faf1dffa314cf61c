import type { IDataObject } from 'n8n-workflow';

import { ACTION_EXAMPLES, runAction, type Example } from '../support/actionExamples';
import { REQUESTS } from '../support/requests';
import { startTestSandbox, useSandbox } from '../support/sandbox';
import { LINE } from './invoicing/invoicing';
import { byId, byName, NOW, useFixedTime } from './reporting/harness';

const sandbox = useSandbox('all', { now: NOW, quarter: true });
useFixedTime();

/** Numbers of invoices and reports differ from run to run. */
const inGeneral = (url: string): string =>
	url
		.split('?')[0]
		.replace(/(\/invoices\/)[^/]+/, '$1{number}')
		.replace(/(\/reports\/)[^/]+/, '$1{id}');

async function requestsOf(node: string, action: string, example: Example): Promise<string[]> {
	const parameters = await example(sandbox);
	await sandbox.control.clearRequests();
	const { error } = await runAction(ACTION_EXAMPLES[node].node, action, parameters, sandbox);
	if (error !== undefined) throw error;
	const requests = await sandbox.control.requests();
	return counted(requests.map(({ method, url }) => `${method} ${inGeneral(url)}`));
}

/** The same request in a row as one line. */
function counted(requests: readonly string[]): string[] {
	const runs: Array<{ request: string; times: number }> = [];
	for (const request of requests) {
		const last = runs.at(-1);
		if (last?.request === request) last.times++;
		else runs.push({ request, times: 1 });
	}
	return runs.map(({ request, times }) => (times === 1 ? request : `${times} x ${request}`));
}

const ACTIONS = Object.entries(ACTION_EXAMPLES).flatMap(([node, { actions }]) =>
	Object.entries(actions).map(([action, example]) => ({ node, action, example })),
);

describe('the requests of each action to an ordinary service', () => {
	it.each(ACTIONS)('$action', async ({ node, action, example }) => {
		expect(await requestsOf(node, action, example)).toEqual(REQUESTS[action]);
	});

	it('are written down for nothing else', () => {
		expect(ACTIONS.map(({ action }) => action).sort()).toEqual(Object.keys(REQUESTS).sort());
	});
});

const REPORTS = 'MerchantReporting';
const INVOICES = 'MerchantInvoicing';
const PURCHASES = 'purchaseRefundDetail/get';
const FUNDING = 'netFunding/get';
const BATCHES = 'paymentBatchSummary/get';

const OCTOBER = {
	period: 'custom',
	periodStart: '2026-10-01',
	periodEnd: '2026-10-31',
	periodTimeZone: 'GMT',
};
const CSV = { options: { format: 'text/csv' } };
const AS_CSV = { output: 'file' };
const ALL = { returnAll: true };

const given =
	(parameters: IDataObject): Example =>
	async () =>
		parameters;

async function newReport(): Promise<string> {
	return (await sandbox.control.makeReport({ reportName: 'Newest', rows: 3 })).reportId;
}

const ONE_TIME = {
	reportDefinitionName: byName('TransactionRequestClass'),
	period: 'lastNDays',
	periodDays: 7,
	periodTimeZone: 'GMT',
	wait: false,
};

const example = (action: string): Example => ACTION_EXAMPLES[INVOICES].actions[action];

/** How many requests an ordinary service gets in the situations that people meet most. */
const SITUATIONS: Array<[situation: string, node: string, action: string, Example, number]> = [
	['purchases of a week', REPORTS, PURCHASES, given({ ...ONE_TIME, ...ALL }), 1],
	// Line ends within cells count too, so the file may look like a full page.
	['these as CSV', REPORTS, PURCHASES, given({ ...ONE_TIME, ...ALL, ...AS_CSV }), 2],
	['purchases of October', REPORTS, PURCHASES, given({ ...OCTOBER, ...ALL }), 1],
	[
		'the same as CSV, and its pages',
		REPORTS,
		PURCHASES,
		given({ ...OCTOBER, ...ALL, ...AS_CSV }),
		2,
	],
	['net funding of October', REPORTS, FUNDING, given(OCTOBER), 1],
	['batches of October', REPORTS, BATCHES, given(OCTOBER), 1],
	[
		'a one-time report with the usual fields',
		REPORTS,
		'report/create',
		given({ ...ONE_TIME, additionalFields: { reportName: 'With usual fields' } }),
		3,
	],
	[
		'a one-time report with selected fields',
		REPORTS,
		'report/create',
		given({
			...ONE_TIME,
			fieldSet: 'selected',
			reportFields: ['Request.RequestID'],
		}),
		2,
	],
	[
		'a report by ID, its format given',
		REPORTS,
		'report/fetch',
		async () => ({ report: byId(await newReport()), ...CSV }),
		1,
	],
	[
		'a report by name, its format and date given',
		REPORTS,
		'report/download',
		async () => {
			await newReport();
			const date = { whichReport: 'endsOn', reportDate: '2026-11-10' };
			return { reportName: byName('Newest'), ...date, ...CSV };
		},
		1,
	],
	[
		'new line items',
		INVOICES,
		'invoice/update',
		async (service) => ({
			...(await example('invoice/send')(service)),
			lineItemsMode: 'replace',
			lineItems: { item: [{ ...LINE, quantity: '3' }] },
		}),
		2,
	],
];

it.each(SITUATIONS)(
	'the requests to an ordinary service for %s',
	async (_situation, node, action, prepare, requests) => {
		await requestsOf(node, action, prepare);
		expect((await sandbox.control.requests()).length).toBe(requests);
	},
);

/** The lists of a merchant with a number of invoices that the test chooses. */
const LISTS: Array<[list: string, invoices: number, IDataObject, requests: string[]]> = [
	['20 invoices', 20, ALL, ['offset=0&limit=100']],
	['the first 3 of many', 20, { limit: 3 }, ['offset=0&limit=3']],
	[
		'those overdue among 1,000',
		1000,
		{ ...ALL, filters: { overdueOnly: true } },
		['CREATED', 'SENT', 'PARTIAL'].flatMap((status) => [
			`offset=0&limit=100&status=${status}`,
			`offset=100&limit=100&status=${status}`,
		]),
	],
];

it.each(LISTS)(
	'the requests to an ordinary service for a list of %s',
	async (_list, count, parameters, requests) => {
		const service = await startTestSandbox({ now: NOW });
		try {
			await service.control.send('POST', '/invoices', { count });
			const { node } = ACTION_EXAMPLES[INVOICES];
			const { error } = await runAction(node, 'invoice/getAll', parameters, service);
			expect(error).toBeUndefined();
			const urls = (await service.control.requests()).map(({ url }) => url.split('?')[1]);
			expect(urls).toEqual(requests);
		} finally {
			await service.stop();
		}
	},
);
