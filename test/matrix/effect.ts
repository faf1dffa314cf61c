import { Ledger } from '../support/ledger';
import type { TestSandbox } from '../support/sandbox';

/** What there is at the service, by its own books. */
interface State {
	invoices: Record<string, unknown>;
	emails: unknown[];
	orders: unknown[];
	subscriptions: unknown[];
	settings: unknown;
}

const SETTINGS = '/invoicing/v2/invoiceSettings?productType=INVOICING';

export async function stateOf(sandbox: TestSandbox): Promise<State> {
	const ledger = new Ledger(sandbox);
	const invoices = await ledger.invoices();
	return {
		invoices: Object.fromEntries(invoices.map((invoice) => [invoice.id, invoice])),
		emails: await sandbox.control.outbox(),
		orders: await ledger.orders(),
		subscriptions: await ledger.subscriptions(),
		settings: (await sandbox.call('GET', SETTINGS)).body.invoiceSettingsInformation,
	};
}

/** What came to be at the service, or changed there. */
export interface Effect {
	invoices: number;
	changed: unknown[];
	emails: number;
	orders: number;
	subscriptions: unknown[];
	settings: unknown;
}

export function effectOf(before: State, after: State): Effect {
	const isNew = (number: string) => !(number in before.invoices);
	const isChanged = (number: string) =>
		JSON.stringify(after.invoices[number]) !== JSON.stringify(before.invoices[number]);
	const numbers = Object.keys(after.invoices);
	return {
		invoices: numbers.filter(isNew).length,
		changed: numbers.filter(isChanged).map((number) => after.invoices[number]),
		emails: after.emails.length - before.emails.length,
		orders: after.orders.length - before.orders.length,
		subscriptions: after.subscriptions,
		settings: after.settings,
	};
}

/** More of anything than there should be. */
export function surplusOf(made: Effect, wanted: Effect): string | undefined {
	const counted = ['invoices', 'emails', 'orders'] as const;
	const name = counted.find((each) => made[each] > wanted[each]);
	return name && `${made[name] - wanted[name]} ${name} too many`;
}
