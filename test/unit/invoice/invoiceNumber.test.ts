import { isNumbered, numberOf } from '../../../nodes/MerchantInvoicing/invoice/draft';
import type { InvoiceDraft } from '../../../nodes/MerchantInvoicing/invoice/values';
import type { Invoice } from '../../../nodes/shared/service/invoicing';

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
