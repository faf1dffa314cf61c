import { numberInApiLink } from '../../../nodes/MerchantInvoicing/invoice/invoiceNumber';

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
