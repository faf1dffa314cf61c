import { changed, EMAIL_DRAFT, LINE_ITEM } from '../../sandbox/invoicing/bodies';
import { byNumber, useInvoicing } from './invoicing';

const invoicing = useInvoicing('all');

/** Makes an invoice behind the node's back, so that every text is in it as it is written here. */
async function created(description: string, texts: object = {}): Promise<string> {
	const { body } = await invoicing.sandbox.call<{ id: string }>('POST', '/invoicing/v2/invoices', {
		body: changed(EMAIL_DRAFT, {
			'invoiceInformation.description': description,
			'invoiceInformation.dueDate': '2030-12-31',
			'orderInformation.lineItems': [LINE_ITEM],
			...texts,
		}),
	});
	return body.id;
}

const update = async (number: string, changes: object) =>
	await invoicing.invoice('update', { ...byNumber(number), changes });

const LATER = { dueDate: '2031-06-30' };

it.each(['Write &amp; not & in HTML', '5 < 6 &amp; 7', '&lt;b&gt;', 'it&#39;s', '  - chairs\n'])(
	'text that was not entered is sent back as it is, in one update: %j',
	async (text) => {
		const number = await created(text, {
			'customerInformation.name': text,
			'orderInformation.lineItems': [{ ...LINE_ITEM, productName: text }],
		});
		await invoicing.sandbox.control.clearRequests();
		const updated = await update(number, LATER);
		expect(await invoicing.record(number)).toMatchObject({
			customerInformation: { name: text },
			invoiceInformation: { description: text, dueDate: '2031-06-30' },
			orderInformation: { lineItems: [{ productName: text }] },
		});
		expect(updated).toMatchObject({ changes: [{ field: 'Due Date' }], reason: '' });
		expect(await invoicing.changes()).toHaveLength(1);
	},
);
