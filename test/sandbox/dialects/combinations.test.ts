import { USUAL } from '../../../sandbox/dialects/table';
import { changed, ITEMIZED } from '../invoicing/bodies';
import {
	DOWNLOADS,
	oneTimeReport,
	REPORTS,
	subscription,
	SUBSCRIPTIONS,
} from '../reporting/bodies';
import { Stage } from './stage';

const WEEK = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-08T00:00:00Z' };
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1);
const NUMBERED = changed(ITEMIZED, { 'invoiceInformation.invoiceNumber': 'N-1' });

/** Asks every endpoint, and some of them for what is not there. */
async function statuses(stage: Stage): Promise<number[]> {
	const { calls, sandbox } = stage;
	await sandbox.control.traffic({ perDay: 5, from: '2026-03-01T00:00:00Z' });
	const report = await sandbox.control.makeReport({ reportName: 'Sales', rows: 2 });
	await sandbox.control.advanceClock('PT1M');
	const answers = [
		await calls.create(NUMBERED),
		await calls.create(NUMBERED),
		await calls.get('N-1'),
		await calls.update('N-1', NUMBERED),
		await calls.send('N-1'),
		await calls.publish('N-1'),
		await calls.cancel('N-1'),
		await calls.list('offset=0&limit=5'),
		await calls.list('offset=9&limit=5&status=PAID'),
		await calls.readSettings(),
		await calls.settings({ merchantDisplayName: 'Harbor' }),
		await stage.get('/reporting/v3/report-definitions'),
		await stage.get('/reporting/v3/report-definitions/FeeDetailClass'),
		await stage.get(SUBSCRIPTIONS),
		await sandbox.call('PUT', SUBSCRIPTIONS, { body: subscription() }),
		await stage.get(SUBSCRIPTIONS),
		await sandbox.call('DELETE', `${SUBSCRIPTIONS}/Daily%20sales`),
		await sandbox.call('POST', REPORTS, { body: oneTimeReport() }),
		await stage.get(REPORTS, { ...WEEK, timeQueryType: 'executedTime' }),
		await stage.get(`${REPORTS}/${report.reportId}`),
		await stage.get(DOWNLOADS, { reportName: 'Sales', reportDate: '2026-03-10' }),
		await stage.get('/reporting/v3/conversion-details', WEEK),
		await stage.get('/reporting/v3/purchase-refund-details', WEEK),
		await stage.get('/reporting/v3/purchase-refund-details', { ...WEEK, offset: 900 }),
		await stage.get('/reporting/v3/net-fundings', WEEK),
		await stage.get('/reporting/v3/payment-batch-summaries', WEEK),
	];
	return answers.map(({ status }) => status);
}

describe('random combinations of readings', () => {
	it.each(SEEDS)('random:%s is answered by the service, never by a failure', async (seed) => {
		const stage = await Stage.open(`random:${seed}`);
		try {
			expect((await statuses(stage)).filter((status) => status >= 500)).toEqual([]);
			expect(await stage.truth('N-1')).toMatchObject({ status: 'CANCELED' });
		} finally {
			await stage.sandbox.stop();
		}
	});

	it('leave nothing behind once the usual readings are back', async () => {
		const stage = await Stage.open('random:1');
		const usual = await Stage.open(USUAL);
		try {
			await stage.sandbox.control.send('DELETE', '/dialect');
			expect(await statuses(stage)).toEqual(await statuses(usual));
		} finally {
			await stage.sandbox.stop();
			await usual.sandbox.stop();
		}
	});
});
