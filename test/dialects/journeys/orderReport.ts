import type { IDataObject } from 'n8n-workflow';

import { trimText } from '../../../nodes/shared/text';
import { oneTimeReport, REPORTS } from '../../sandbox/reporting/bodies';
import { anyOf, surplusOf } from '../differences';
import type { Findings } from '../verdict';
import type { World } from '../world';
import type { Journey } from './journey';

const FIELDS = ['Request.RequestID', 'PaymentData.Amount'];

const OCTOBER: IDataObject = {
	reportDefinitionName: { __rl: true, mode: 'name', value: 'TransactionRequestClass' },
	fieldSet: 'selected',
	reportFields: FIELDS,
	period: 'custom',
	periodStart: '2026-10-01',
	periodEnd: '2026-10-31',
	periodTimeZone: 'GMT',
	wait: true,
	options: { waitMinutes: 40 },
};

const named = (reportName: string): IDataObject => ({ additionalFields: { reportName } });

/** How long a report is made once the places are taken, in seconds. */
const LONG = 600;

/** Before the first transaction. */
const EMPTY = { ...OCTOBER, periodStart: '2026-01-01', periodEnd: '2026-01-05' };

export const orderReport: Journey = {
	name: 'order, wait, download',

	async prepare({ sandbox }) {
		await sandbox.control.traffic({ perDay: 2, from: '2026-10-01T00:00:00Z' });
	},

	async play(world, findings) {
		await order(world, findings, 'October', OCTOBER, 'Report A');
		await order(world, findings, 'once more', OCTOBER, 'Report A');
		await takeAllPlaces(world);
		await order(world, findings, 'while three are made', OCTOBER, 'Report B');
		await orderAnother(world, findings);
		const run = await world.run('reporting', ACTION, { ...EMPTY, ...named('Report C') }, WAITS);
		findings.addRun('without transactions', run, anyOf);
	},
};

const ACTION = ['report', 'create'] as const;
const WAITS = { waits: true };

async function order(
	world: World,
	findings: Findings,
	step: string,
	parameters: IDataObject,
	reportName: string,
): Promise<void> {
	const run = await world.run('reporting', ACTION, { ...parameters, ...named(reportName) }, WAITS);
	const made = (await world.ledger.reports()).filter((report) => report.reportName === reportName);
	const orders = (await world.ledger.orders()).filter((each) => each.reportName === reportName);
	const rows = made.length === 0 ? [] : await world.ledger.rows(made[0].reportId);
	const harm = orders.length > 1 || made.length > 1 ? ['ordered twice'] : [];
	findings.addRun(step, run, (given) => surplusOf(given.map(cells), rows.map(cells)), harm);
}

const cells = (row: Record<string, unknown>): string =>
	FIELDS.map((field) => trimText(row[field])).join(' ');

/** Orders of others: the service has no place for another report as yet. */
async function takeAllPlaces({ sandbox }: World): Promise<void> {
	await sandbox.control.send('PUT', '/generation', { runningSeconds: LONG });
	for (const name of ['X', 'Y', 'Z']) {
		const body = oneTimeReport({
			reportName: `Other ${name}`,
			reportStartTime: '2026-10-01T00:00:00Z',
			reportEndTime: '2026-10-10T00:00:00Z',
		});
		await sandbox.call('POST', REPORTS, { body });
	}
}

/** The name of one report for another one: nothing is to come of it, and the user is to learn why. */
async function orderAnother(world: World, findings: Findings): Promise<void> {
	const before = (await world.ledger.orders()).length;
	const other = { ...OCTOBER, periodStart: '2026-10-05', ...named('Report A') };
	const run = await world.run('reporting', ACTION, other, WAITS);
	const isOrdered = (await world.ledger.orders()).length > before;
	findings.add('a name that is taken', [], {
		differing: run.error ? [] : ['another report was taken for the same'],
		harm: isOrdered ? ['ordered under a name that is taken'] : [],
	});
}
