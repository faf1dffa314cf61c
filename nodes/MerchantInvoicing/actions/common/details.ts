import type { IDataObject } from 'n8n-workflow';
import type { Transport } from '../../../shared/transport';
import { found } from '../../../shared/transport';
import { invoiceRequests, type ListedInvoice } from './service';

const AT_A_TIME = 5;

/** The full details of listed invoices, in the order of the list, a few requests at a time. */
export async function* detailsOf(
	transport: Transport,
	listed: readonly ListedInvoice[],
): AsyncGenerator<IDataObject> {
	for (let start = 0; start < listed.length; start += AT_A_TIME) {
		const some = listed.slice(start, start + AT_A_TIME);
		yield* await Promise.all(
			some.map(async ({ id }) =>
				found(
					await transport.json<IDataObject>(invoiceRequests.get('Get invoice details', String(id))),
				),
			),
		);
	}
}
