import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';

import { trimText } from '../../../nodes/shared/text';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalog/definitions';
import { anyOf, surplusOf } from '../differences';
import type { Findings } from '../verdict';
import { subscription, SUBSCRIPTIONS } from '../../sandbox/reporting/bodies';
import type { World } from '../world';
import type { Journey } from './journey';

const NAME = 'Daily sales';
const ID = 'Request.RequestID';
const AMOUNT = 'PaymentData.Amount';
const CURRENCY = 'PaymentData.CurrencyCode';
const DEFINITION = 'TransactionRequestClass';
const DAY = 86_400_000;
const LAST_WITH_ROWS = '2026-11-13';

export const downloadByName: Journey = {
	name: 'download by name and date',
	// Rows, two batches, totals and a day without transactions: the list, then the file. The newest one, which the
	// list calls empty. A new subscription: is it there, what are its fields, save it. A day without a report: the list.
	fewest: 5 * 2 + 1 + 3 + 1,

	/** Five days of reports, of which one day had no transactions. */
	async prepare(world) {
		const { sandbox } = world;
		const reportFields = [ID, AMOUNT, CURRENCY, 'Application.Name', 'Application.Rflag'];
		await sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription({ reportFields }) });
		const to = '2026-11-13T00:00:00Z';
		await sandbox.control.traffic({ perDay: 4, from: '2026-11-09T00:00:00Z', to });
		for (let day = 0; day < 5; day++) await world.advance(DAY);
	},

	async play(world, findings) {
		await download(world, findings, 'rows', '2026-11-12');
		await inBatches(world, findings, LAST_WITH_ROWS);
		await total(world, findings, '2026-11-12');
		await download(world, findings, 'a day without transactions', '2026-11-15');
		await newest(world, findings);
		await subscribe(world, findings);
		const run = await world.run('reporting', ACTION, parameters('2026-10-02'));
		findings.add('a day without a report', [], {
			differing: run.error || run.items.length === 0 ? [] : ['rows of another day'],
		});
	},
};

const ACTION = ['report', 'download'] as const;

const cells = (row: Record<string, unknown>): string =>
	`${trimText(row[ID])} ${trimText(row[AMOUNT])}`;

/** By its name alone. The last days had no transactions, so the newest report is empty. */
async function newest(world: World, findings: Findings): Promise<void> {
	const reportName = { __rl: true, mode: 'name', value: NAME };
	const run = await world.run('reporting', ACTION, { reportName, whichReport: 'latest' });
	findings.addRun('the newest one', run, anyOf);
}

/** A new subscription to the default fields, which only the service knows. */
async function subscribe(world: World, findings: Findings): Promise<void> {
	const reportName = 'Daily defaults';
	const run = await world.run('reporting', ['reportSubscription', 'upsert'], {
		reportName: { __rl: true, mode: 'name', value: reportName },
		reportDefinitionName: { __rl: true, mode: 'name', value: DEFINITION },
		fieldSet: 'usual',
		reportFrequency: 'Daily',
		additionalFields: { timeZone: 'GMT' },
	});
	const made = (await world.ledger.subscriptions()).find((each) => each.reportName === reportName);
	const known = DEFINITION_BY_NAME.get(DEFINITION)?.byId;
	const unknown = made?.reportFields.filter((field) => !known?.has(field)) ?? ['no subscription'];
	findings.addRun(
		'a subscription to the default fields',
		run,
		() => unknown.map((field) => `subscribed to ${field}`),
		run.error && made ? ['subscribed in spite of an error'] : [],
	);
}

const parameters = (reportDate: string, more: IDataObject = {}): IDataObject => ({
	reportName: { __rl: true, mode: 'name', value: NAME },
	whichReport: 'endsOn',
	reportDate,
	...more,
});

/** The rows of the report whose period ends on the day. */
async function rowsOf({ ledger }: World, day: string): Promise<Array<Record<string, string>>> {
	const report = (await ledger.reports()).find(
		({ reportName, reportEndTime }) => reportName === NAME && reportEndTime.startsWith(day),
	);
	if (report === undefined) throw new Error(`There is no report of ${day}`);
	return report.status === 'COMPLETED' ? await ledger.rows(report.reportId) : [];
}

async function download(
	world: World,
	findings: Findings,
	step: string,
	day: string,
): Promise<void> {
	const run = await world.run('reporting', ACTION, parameters(day));
	const rows = await rowsOf(world, day);
	findings.addRun(step, run, (given) => surplusOf(given.map(cells), rows.map(cells)));
}

/** Three rows at a time, each batch where the one before ended. */
async function inBatches(world: World, findings: Findings, day: string): Promise<void> {
	const got: string[] = [];
	let cursor: unknown = '';
	let last: Awaited<ReturnType<World['run']>>;
	do {
		const more = { output: 'oneBatch', batchSize: 3, cursor } as IDataObject;
		last = await world.run('reporting', ACTION, parameters(day, more));
		const { rows = [], nextCursor } = last.items[0]?.json ?? {};
		got.push(...(rows as IDataObject[]).map(cells));
		cursor = nextCursor;
	} while (!last.error && cursor);
	const rows = await rowsOf(world, day);
	findings.addRun('rows in batches', last, () => surplusOf(got, rows.map(cells)));
}

async function total(world: World, findings: Findings, day: string): Promise<void> {
	const run = await world.run('reporting', ACTION, parameters(day, { output: 'totals' }));
	const rows = await rowsOf(world, day);
	const sum = (values: readonly unknown[]) =>
		values
			.reduce<Decimal>((all, value) => all.plus(trimText(value) || '0'), new Decimal(0))
			.toFixed();
	const counted = [
		...['sales', 'refunds', 'chargebacks', 'authorizedOnly', 'inReview', 'declined'],
		'unclassified',
	];
	const real = sum(rows.map((row) => row[AMOUNT]));
	findings.addRun('totals', run, (totals) => {
		const shown = sum(
			totals.flatMap((total) => counted.map((one) => trimText(total[one]).replace('-', ''))),
		);
		const all = JSON.stringify(totals[0]);
		return shown === real ? [] : [`a total of ${shown} instead of ${real}: ${all}`];
	});
}
