import {
	isNumbered,
	numberInApiLink,
	numberOf,
} from '../../../nodes/MerchantInvoicing/invoice/draft';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import type { Invoice } from '../../../nodes/shared/service/invoicing';

it.each([
	['https://api.example.com/invoicing/v2/invoices/0007', '0007'],
	['https://api.example.com/base/invoicing/v2/invoices/A%2FB/delivery?x=1', 'A/B'],
	['/invoicing/v2/invoices/12', '12'],
	['https://pay.example.com/pay/abc?version=v2.1', undefined],
	['https://api.example.com/invoicing/v2/invoices/%E0%A4%A', undefined],
	['https://api.example.com/invoicing/v2/invoices/', undefined],
	['nothing', undefined],
	['', undefined],
])('the link %p has the number %p', (link, number) => expect(numberInApiLink(link)).toBe(number));

it.each([
	['by its ID', { id: '0007' }, true],
	['by its number', { id: 'x', invoiceInformation: { invoiceNumber: '0007' } }, true],
	['not by one that only reads the same', { id: 7, invoiceInformation: {} }, false],
	['not without one', {}, false],
])('an invoice is that of the number, %s', (_how, invoice, expected) =>
	expect(isNumbered(invoice as Invoice, '0007')).toBe(expected),
);

it('a draft has the number that was entered as text, or none', () => {
	const draft = (fields: InvoiceDraft['fields']) => ({ fields }) as InvoiceDraft;
	expect(numberOf(draft({ invoiceNumber: '0007' }))).toBe('0007');
	expect(numberOf(draft({}))).toBeUndefined();
});
