import type { ServerResponse } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import { isLong } from '../../support/long';
import { setAttempts } from '../../support/patience';
import { json as answerJson, startServer, type Received } from '../../support/server';
import { byId, byName, useBench } from './harness';

beforeEach(() => setAttempts(1));

const bench = useBench();

const PERIOD = { period: 'custom', periodStart: '2026-11-01', periodEnd: '2026-11-02' };
const NAMED = { reportName: byName('Daily') };

const ACTIONS: Array<[string, string, IDataObject]> = [
	['reportDefinition', 'getAll', {}],
	['reportDefinition', 'get', {}],
	['reportDefinition', 'get', { definitionOutput: 'definition' }],
	['reportSubscription', 'getAll', {}],
	['reportSubscription', 'get', NAMED],
	['reportSubscription', 'upsert', NAMED],
	['reportSubscription', 'delete', NAMED],
	['report', 'getAll', PERIOD],
	['report', 'get', { report: byId('1') }],
	['report', 'fetch', { report: byId('1') }],
	['report', 'download', { ...NAMED, whichReport: 'endsOn', reportDate: '2026-11-09' }],
	['report', 'download', { ...NAMED, whichReport: 'endsOn', reportDate: '2026-11-09T10:00:00Z' }],
	['report', 'create', { wait: false, ...PERIOD }],
	['conversionDetail', 'get', PERIOD],
	['conversionDetail', 'get', { ...PERIOD, options: { format: 'text/csv' } }],
	['purchaseRefundDetail', 'get', { ...PERIOD, returnAll: true }],
	['purchaseRefundDetail', 'get', { ...PERIOD, options: { addColumns: ['all'] } }],
	['netFunding', 'get', PERIOD],
	['paymentBatchSummary', 'get', PERIOD],
];

/** Every list and field that an answer can have, each with the same wrong value. */
const everywhere = (wrong: unknown): IDataObject =>
	Object.fromEntries(
		[
			...['reportDefinitions', 'attributes', 'subscriptions', 'reportSearchResults'],
			...['conversionDetails', 'requestDetails', 'settlements', 'netFundingSummaries'],
			...['netTotal', 'paymentBatchSummaries', 'reportFields', 'supportedFormats', 'reportId'],
			...['reportName', 'status', 'reportMimeType', 'reportFrequency', 'reportPreferences'],
			...['timezone', 'startTime', 'endTime', 'limit', 'pageResults', 'reportEndTime'],
		].map((key) => [key, wrong]),
	) as IDataObject;

/** Entries of lists that have nothing but wrong values. */
const entries = (wrong: unknown): IDataObject => everywhere([everywhere(wrong)]);

const BODIES: Array<[string, unknown]> = [
	['null', null],
	['a list', []],
	['a list of null', [null]],
	['a number', 7],
	['text', 'fine'],
	['an empty object', {}],
	['null everywhere', everywhere(null)],
	['numbers everywhere', everywhere(7)],
	['text everywhere', everywhere('x')],
	['objects everywhere', everywhere({})],
	['lists of null everywhere', everywhere([null])],
	['lists of numbers everywhere', everywhere([7])],
	['entries of null', entries(null)],
	['entries of numbers', entries(7)],
	['entries of objects', entries({ a: null })],
	['entries of lists', entries([null])],
	['an error without words', { reason: null, message: null, details: [null] }],
];

/** One of each kind of wrong answer; `npm run test:all` gives every one. */
const TELLING =
	/^(null|a list of null|an empty object|(null|numbers|lists of null) everywhere|entries of (null|objects))$/;

const RAW =
	/Cannot (read|use|set|convert)|is not (a function|iterable|defined)|undefined \(|\[object Object\]|reading '/;

const against = async (
	answer: (request: Received, response: ServerResponse) => unknown,
	[resource, operation, parameters]: [string, string, IDataObject],
) => {
	const server = await startServer(answer);
	const run = await bench.act(
		resource,
		operation,
		{
			...parameters,
			options: { ...(parameters.options as IDataObject) },
		},
		{ address: server.address },
	);
	await server.stop();
	return { run, received: server.received };
};

it.each(BODIES.filter(([name]) => isLong || TELLING.test(name)))(
	'whatever the service answers no action shows an error of the program: %s',
	async (_, body) => {
		const shown: string[] = [];
		for (const action of ACTIONS) {
			const { run } = await against(
				(_request, response) => answerJson(response, 200, body),
				action,
			);
			const words = `${run.error?.message ?? ''} ${run.error?.description ?? ''}`;
			const isOurs =
				run.error === undefined || ['NodeApiError', 'NodeOperationError'].includes(run.error.name);
			const isRaw = RAW.test(words) || run.error?.message === '';
			if (!isOurs || isRaw) shown.push(`${action[0]} ${action[1]}: ${words}`);
		}
		expect(shown).toEqual([]);
	},
);

describe('where a file is expected', () => {
	const DOWNLOADS: Array<[string, string, IDataObject]> = [
		['report', 'fetch', { report: byId('1'), options: { format: 'text/csv' } }],
		[
			'report',
			'download',
			{
				...NAMED,
				whichReport: 'endsOn',
				reportDate: '2026-11-09',
				options: { format: 'text/csv' },
			},
		],
		['conversionDetail', 'get', { ...PERIOD, options: { format: 'text/csv' } }],
	];
	const OUTPUTS = ['rows', 'file', 'totals', 'workbook'];

	it.each([
		['202 with a notice', 202, { reason: 'ACCEPTED', message: 'The report is being made.' }],
		['202 with nothing', 202, ''],
		['200 with nothing', 200, ''],
		['200 with an error in JSON', 200, { reason: 'SYSTEM_ERROR', message: 'Try again later' }],
		['200 with an error page', 200, '<!doctype html><html><body>Sorry</body></html>'],
	])('%s is an error, never an empty result or a file', async (_, status, body) => {
		const wrong: string[] = [];
		for (const [resource, operation, parameters] of DOWNLOADS) {
			for (const output of OUTPUTS) {
				const { run } = await against(
					({ url }, response) => {
						if (url.includes('/reports?')) answerJson(response, 200, { reportSearchResults: [] });
						else if (typeof body !== 'string') answerJson(response, status, body);
						else {
							response.writeHead(status, body === '' ? {} : { 'content-type': 'text/html' });
							response.end(body);
						}
					},
					[resource, operation, { ...parameters, output }],
				);
				const words = run.error?.message ?? `${run.items.length} items`;
				if (run.error === undefined || RAW.test(words))
					wrong.push(`${operation} ${output}: ${words}`);
			}
		}
		expect(wrong).toEqual([]);
	});
});

it('"Nothing was sent" is said where nothing was, and only there', async () => {
	const fine = await against(
		(_request, response) => answerJson(response, 200, {}),
		['report', 'download', { ...NAMED, whichReport: 'endsOn', reportDate: 'soon' }],
	);
	expect(fine.received).toEqual([]);
	expect(fine.run.error?.description).toContain('Nothing was sent to the service.');
	for (const action of ACTIONS) {
		const { run, received } = await against(
			(_request, response) => answerJson(response, 400, { reason: 'X', message: 'Wrong' }),
			action,
		);
		expect(received.length).toBeGreaterThan(0);
		expect(`${run.error?.message} ${run.error?.description}`).not.toMatch(/nothing was/i);
	}
});
