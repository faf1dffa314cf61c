import { Decimal } from 'decimal.js';
import type { IDataObject } from 'n8n-workflow';

import { trimText } from '../../../nodes/shared/text';
import { anyOf, surplusOf } from '../differences';
import type { Findings } from '../verdict';
import type { World } from '../world';
import type { Journey } from './journey';

const OCTOBER = ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'] as const;

export const purchasesOfMonth: Journey = {
	name: 'purchases and refunds of a month',
	// A month, and an empty one.
	fewest: 1 + 1,

	async prepare({ sandbox }) {
		await sandbox.control.traffic({ perDay: 3, from: OCTOBER[0] });
		for (const moment of ON_THE_HOUR) await payAt(sandbox, moment);
	},

	async play(world, findings) {
		await ask(world, findings);
		const run = await world.run('reporting', ACTION, {
			...PERIOD,
			periodStart: '2026-01-01',
			periodEnd: '2026-01-31',
		});
		findings.addRun('of an empty month', run, anyOf);
	},
};

/** Within the month and just after it: no period may have what belongs to the next one. */
const ON_THE_HOUR = [OCTOBER[1], '2026-10-15T00:00:00Z'];

/** One payment in this very second: so many a day that each second has one. */
async function payAt({ control }: World['sandbox'], from: string): Promise<void> {
	const to = new Date(Date.parse(from) + 1000).toISOString();
	await control.traffic({ perDay: 86_400, from, to });
}

const ACTION = ['purchaseRefundDetail', 'get'] as const;
const PERIOD = {
	period: 'custom',
	periodStart: '2026-10-01',
	periodEnd: '2026-10-31',
	periodTimeZone: 'GMT',
	returnAll: true,
};

async function ask(world: World, findings: Findings): Promise<void> {
	const run = await world.run('reporting', ACTION, PERIOD);
	const records = await world.ledger.transactions(...OCTOBER);
	findings.addRun('of a month', run, (rows) =>
		surplusOf(
			rows.map((row) => `${trimText(row.requestId)} ${settled(row)}`),
			records.map(({ requestId, amount }) => `${requestId} ${new Decimal(amount).toFixed()}`),
		),
	);
}

/** What a row says was settled, in one entry or in several. */
const settled = (row: IDataObject): string =>
	Object.entries(row)
		.filter(([name, value]) => /^settlement_(\d+_)?amount$/.test(name) && value !== '')
		.reduce((sum, [, value]) => sum.plus(trimText(value)), new Decimal(0))
		.toFixed();
