import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../support/engine';
import { retry } from '../support/requestOptions';
import { nodes } from './nodes';
import { messagesOf } from './verdict';
import { World } from './world';

/** The end of the first window of a week and of the first 31 days. A payment was made at both. */
const BORDERS = ['2026-10-08T00:00:00Z', '2026-10-16T00:00:00Z'];

const OCTOBER: IDataObject = {
	period: 'custom',
	periodStart: '2026-10-01',
	periodEnd: '2026-10-31',
	periodTimeZone: 'GMT',
};

const SPLIT: IDataObject = {
	...OCTOBER,
	periodStart: '2026-09-15',
	additionalFields: { reportName: 'Split' },
	reportDefinitionName: { __rl: true, mode: 'name', value: 'TransactionRequestClass' },
	fieldSet: 'selected',
	wait: true,
	options: retry(),
};

let world: World;

const openWith = async (reading: string) => {
	world = await World.open(nodes, `periodEnd=${reading}`);
	const { control } = world.sandbox;
	await control.traffic({ perDay: 2, from: '2026-09-15T06:00:00Z' });
	for (const from of BORDERS) {
		const to = new Date(Date.parse(from) + 1000).toISOString();
		await control.traffic({ perDay: 86_400, from, to });
	}
	await world.speak();
};

afterEach(async () => await world.close());

const figures = async (report: string, options: IDataObject) =>
	await world.run('reporting', ['onDemandReport', report], {
		...OCTOBER,
		rowsOutput: 'totals',
		options,
	});

const ordered = async (reportFields: string[], more: IDataObject = {}) =>
	await world.run(
		'reporting',
		['report', 'createOneTime'],
		{ ...SPLIT, reportFields, ...more },
		{ waits: true },
	);

const sorted = ({ items }: NodeRun): string[] =>
	items.map(({ json }) => JSON.stringify(Object.entries(json).sort())).sort();

const TOTALS: IDataObject = {
	output: 'totals',
	sumColumns: 'PaymentData.Amount',
	valueOptions: { currency: 'USD' },
};
const WITH_TIME = ['Request.RequestID', 'Request.TransactionDate', 'PaymentData.Amount'];

describe('what happened where two windows meet', () => {
	it.each(['netFunding', 'paymentBatchSummary'])(
		'is counted once in the figures of a split period: %s',
		async (report) => {
			await openWith('excluded');
			const [whole, split] = [await figures(report, {}), await figures(report, { splitDays: 7 })];
			expect(messagesOf(split)).toEqual([]);
			expect(sorted(split)).toEqual(sorted(whole));
		},
	);

	it.each(['netFunding', 'paymentBatchSummary'])(
		'is named where the service counts it in both: %s',
		async (report) => {
			await openWith('included');
			expect(messagesOf(await figures(report, { splitDays: 7 }))).toEqual([
				expect.stringMatching(
					/^The figures of 2026-10-08T00:00:00.*, where two windows meet, may be counted twice/,
				),
			]);
		},
	);

	it.each([
		['rows', {}],
		['totals of an amount alone', TOTALS],
	])('is in one part of a split report: %s', async (_name, more) => {
		await openWith('excluded');
		expect(messagesOf(await ordered(WITH_TIME, more))).toEqual([]);
	});

	it.each([
		['rows', {}],
		['totals of an amount alone', TOTALS],
	])('is named where the service gives it in two parts: %s', async (_name, more) => {
		await openWith('included');
		expect(messagesOf(await ordered(WITH_TIME, more))).toEqual([
			expect.stringContaining('are in two parts of the report'),
		]);
	});

	it('cannot be seen in a report without a time, and the user learns of it', async () => {
		await openWith('included');
		expect(messagesOf(await ordered(['Request.RequestID', 'PaymentData.Amount']))).toEqual([
			expect.stringContaining('The report has no column with a time.'),
		]);
	});
});
