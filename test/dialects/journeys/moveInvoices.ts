import { changed, EMAIL_DRAFT, IN_PERSON_DRAFT } from '../../sandbox/invoicing/bodies';
import { differencesOf } from '../differences';
import type { Journey } from './journey';

interface Move {
	number: string;
	operation: 'cancel' | 'publish' | 'send';
	status: string;
	/** How often the customer is emailed in all. */
	emails: number;
}

const MOVES: readonly Move[] = [
	{ number: 'M-001', operation: 'send', status: 'SENT', emails: 1 },
	{ number: 'M-001', operation: 'send', status: 'SENT', emails: 2 },
	{ number: 'M-002', operation: 'publish', status: 'CREATED', emails: 0 },
	{ number: 'M-003', operation: 'cancel', status: 'CANCELED', emails: 0 },
	{ number: 'M-001', operation: 'cancel', status: 'CANCELED', emails: 2 },
];

export const moveInvoices: Journey = {
	name: 'send, publish, cancel',
	// Five that are read and moved, one that is not there.
	fewest: 5 * 2 + 1,

	async prepare({ sandbox }) {
		const bodies = { 'M-001': EMAIL_DRAFT, 'M-002': IN_PERSON_DRAFT, 'M-003': EMAIL_DRAFT };
		for (const [number, body] of Object.entries(bodies)) {
			const changes = {
				'invoiceInformation.invoiceNumber': number,
				'invoiceInformation.dueDate': '2030-12-31',
			};
			await sandbox.call('POST', '/invoicing/v2/invoices', { body: changed(body, changes) });
		}
	},

	async play(world, findings) {
		for (const { number, operation, status, emails } of MOVES) {
			const run = await world.run('invoicing', ['invoice', operation], {
				invoice: { __rl: true, mode: 'id', value: number },
			});
			const record = await world.ledger.invoice(number);
			if (record === undefined) throw new Error(`${number} was not created`);
			// A cancelation is emailed too; what counts are the invoices.
			const sent = record.emails.filter(({ kind }) => kind === 'invoice').length;
			const isMoved = record.status === status && sent === emails;
			const emailed = `${record.status}, emailed ${sent} times`;
			findings.addRun(
				`${operation} ${number}`,
				run,
				([row]) => [...(isMoved ? [] : [emailed]), ...differencesOf(row, record)],
				sent > emails ? [emailed] : [],
			);
			await world.advance(60_000);
			if (!isMoved) return;
		}
		const nobodys = { invoice: { __rl: true, mode: 'id', value: 'M-404' } };
		const run = await world.run('invoicing', ['invoice', 'cancel'], nobodys);
		findings.add('cancel what is not there', [], {
			differing: run.error ? [] : ['an invoice that nobody has was canceled'],
		});
	},
};
