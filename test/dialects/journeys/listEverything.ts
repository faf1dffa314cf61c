import type { IDataObject } from 'n8n-workflow';

import { trimText } from '../../../nodes/shared/text';
import { DEFINITION_BY_NAME } from '../../../sandbox/reporting/catalog/definitions';
import { subscription, SUBSCRIPTIONS } from '../../sandbox/reporting/bodies';
import { TOKENS } from '../../support/sandbox';
import { anyOf, differencesOfAll, surplusOf } from '../differences';
import type { Journey } from './journey';

const TEN_MINUTES = 600_000;
const ALL = { returnAll: true };
/** A list does not show all fields, and the node says so of those that are asked for. */
const AS_LISTED = { itemOutput: 'simplified' };
const PERIOD = { period: 'custom', periodStart: '2026-11-01', periodEnd: '2026-11-11' };

export const listEverything: Journey = {
	name: 'list everything',
	// Two pages of all invoices, one of those sent, one of each of two statuses, one request for each of six other
	// lists. "Not found" for the subscriptions may also mean an unknown organization: one look.
	fewest: 2 + 1 + 2 + 6 + 1,

	async prepare(world) {
		const { sandbox } = world;
		await sandbox.control.send('POST', '/invoices', { count: 130 });
		await sandbox.control.makeReports({ reportName: 'Sales', count: 7, rows: 1 });
		await sandbox.control.makeReports({ reportName: 'Fees', count: 6, rows: 1 });
		for (const reportName of ['One', 'Two', 'Three']) {
			await sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription({ reportName }) });
		}
		// Long enough for a list that lags behind.
		await world.advance(TEN_MINUTES);
	},

	async play(world, findings) {
		const list = async (
			step: string,
			node: 'invoicing' | 'reporting',
			resource: string,
			parameters: IDataObject,
			differing: (rows: IDataObject[]) => string[],
			token?: string,
		) => {
			const run = await world.run(node, [resource, 'getAll'], { ...ALL, ...parameters }, { token });
			findings.addRun(step, run, differing);
		};
		const invoices = await world.ledger.invoices();
		const sent = invoices.filter(({ status }) => status === 'SENT');
		const open = invoices.filter(({ status }) => ['SENT', 'PARTIAL'].includes(status));
		const ofInvoices = (status: string[], records: typeof invoices, step: string) =>
			list(step, 'invoicing', 'invoice', { ...AS_LISTED, status }, (rows) =>
				differencesOfAll(rows, records),
			);
		await ofInvoices([], invoices, 'all invoices');
		await ofInvoices(['SENT'], sent, 'sent invoices');
		await ofInvoices(['SENT', 'PARTIAL'], open, 'open invoices');

		const reports = (await world.ledger.reports()).map(({ reportId }) => reportId);
		await list('reports', 'reporting', 'report', PERIOD, (rows) =>
			surplusOf(namesIn(rows, 'reportId'), reports),
		);
		const subscriptions = (await world.ledger.subscriptions()).map(({ reportName }) => reportName);
		await list('subscriptions', 'reporting', 'reportSubscription', {}, (rows) =>
			surplusOf(namesIn(rows, 'reportName'), subscriptions),
		);
		await list('definitions', 'reporting', 'reportDefinition', {}, (rows) =>
			surplusOf(namesIn(rows, 'reportDefinitionName'), [...DEFINITION_BY_NAME.keys()]),
		);
		// Another merchant has nothing at all.
		const { merchantTwo } = TOKENS;
		await list('no invoices', 'invoicing', 'invoice', {}, anyOf, merchantTwo);
		await list('no reports', 'reporting', 'report', PERIOD, anyOf, merchantTwo);
		await list('no subscriptions', 'reporting', 'reportSubscription', {}, anyOf, merchantTwo);
	},
};

const namesIn = (rows: readonly IDataObject[], name: string): string[] =>
	rows.map((row) => trimText(row[name]));
