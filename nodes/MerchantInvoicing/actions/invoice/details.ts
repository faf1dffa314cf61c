import type { Invoicing } from '../../../shared/service/invoicing';
import type { Invoice } from '../../../shared/service/invoicingAnswers';
import { invoiceNumberOf } from '../../../shared/service/invoicingAnswers';

const AT_A_TIME = 5;

/**
 * The full details of listed invoices, in the order of the list, a few requests at a time. Of one that is gone
 * meanwhile there is what the list says.
 */
export async function* detailsOf(
	invoicing: Invoicing,
	listed: readonly Invoice[],
	onGone: (number: string) => void,
): AsyncGenerator<Invoice> {
	for (let start = 0; start < listed.length; start += AT_A_TIME) {
		const some = listed.slice(start, start + AT_A_TIME);
		yield* await Promise.all(
			some.map(async (invoice) => {
				const number = invoiceNumberOf(invoice);
				const details = await invoicing.find(number, 'Get invoice details');
				if (details === undefined) onGone(number);
				return details ?? invoice;
			}),
		);
	}
}
