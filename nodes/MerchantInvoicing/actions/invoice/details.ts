import type { Invoice, Invoicing } from '../../../shared/service/invoicing';
import { invoiceNumberOf } from '../../../shared/service/invoicing';

const AT_A_TIME = 5;

/** The full details of listed invoices, in the order of the list, a few requests at a time. */
export async function* detailsOf(
	invoicing: Invoicing,
	listed: readonly Invoice[],
): AsyncGenerator<Invoice> {
	for (let start = 0; start < listed.length; start += AT_A_TIME) {
		const some = listed.slice(start, start + AT_A_TIME);
		yield* await Promise.all(
			some.map(
				async (invoice) => await invoicing.get(invoiceNumberOf(invoice), 'Get invoice details'),
			),
		);
	}
}
