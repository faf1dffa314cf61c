import type { InvoiceAnswer } from '../../support/invoicingSandbox';
import { useSandbox } from '../../support/sandbox';
import { PAYABLE_IN_PARTS, SENT } from '../invoicing/bodies';
import { oneTimeReport, subscription } from '../reporting/bodies';

const CALLS = [
	'/invoices',
	'/reports',
	'/orders',
	'/subscriptions',
	'/transactions?startTime=2026-03-01T00:00:00Z&endTime=2026-03-10T00:00:00Z',
];

const sandbox = useSandbox('all', { now: '2026-03-10T12:00:00Z' });

const told = async () =>
	await Promise.all(
		CALLS.map((path) => sandbox.control.send<Record<string, unknown[]>>('GET', path)),
	);

it('the control API tells how things really are, whatever the dialect', async () => {
	await sandbox.control.traffic({ perDay: 5, from: '2026-03-01T00:00:00Z' });
	const { body } = await sandbox.call<InvoiceAnswer>('POST', '/invoicing/v2/invoices', {
		body: PAYABLE_IN_PARTS,
	});
	await sandbox.control.send('POST', `/invoices/${body.id}/pay`, { amount: '50.00' });
	await sandbox.call('POST', '/invoicing/v2/invoices', { body: SENT });
	await sandbox.call('POST', '/reporting/v3/reports', { body: oneTimeReport() });
	await sandbox.call('PUT', '/reporting/v3/report-subscriptions', { body: subscription() });
	await sandbox.control.advanceClock('P1D');

	const usual = await told();
	for (const rows of usual.flatMap(Object.values)) expect(rows).not.toEqual([]);
	for (const seed of [1, 2, 3]) {
		await sandbox.control.send('PUT', '/dialect', { dialect: `random:${seed}` });
		expect(await told()).toEqual(usual);
	}
});
