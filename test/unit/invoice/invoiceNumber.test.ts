import type { Entry } from '../../../nodes/MerchantInvoicing/invoice/draft';
import {
	contentKey,
	numberInApiLink,
} from '../../../nodes/MerchantInvoicing/invoice/invoiceNumber';
import { draftOf, itemized, LINE } from './drafts';

const keyOf = (fields: Entry['fields'] = {}, line: object = {}, customFields: unknown = []) =>
	contentKey(draftOf({ ...itemized(fields, [LINE, { ...LINE, ...line }]), customFields }));

const CUSTOM = [{ definitionId: 1, value: 'Blue' }];

describe('what makes an invoice the same one', () => {
	it.each<[string, string]>([
		['another way to write an amount', keyOf({ totalAmount: '20' })],
		['other spaces and capitals', keyOf({ customerName: ' ann  LEE' })],
		['another delivery', keyOf({ deliveryMode: 'none', sendImmediately: false })],
		['another number', keyOf({ invoiceNumber: '7' })],
		['another way to write a price', keyOf({}, { unitPrice: '10' })],
	])('is not changed by %s', (_what, key) => expect(key).toBe(keyOf()));

	it.each<[string, string]>([
		['another amount', keyOf({ totalAmount: '20.01' })],
		['another customer', keyOf({ customerName: 'Ann Leigh' })],
		['something more', keyOf({ description: 'Chairs' })],
		['another line', keyOf({}, { unitPrice: '10.01' })],
		['another SKU that is the same amount', keyOf({}, { productSku: '1.10' })],
		['a custom field', keyOf({}, {}, CUSTOM)],
	])('is changed by %s', (_what, key) => expect(key).not.toBe(keyOf()));

	it('tells SKUs apart that would be one amount', () => {
		expect(keyOf({}, { productSku: '1.10' })).not.toBe(keyOf({}, { productSku: '1.1' }));
	});

	it('tells custom fields apart by their definition and value', () => {
		const keys = [
			CUSTOM,
			[{ definitionId: 2, value: 'Blue' }],
			[{ definitionId: 1, value: 'Red' }],
		].map((customFields) => keyOf({}, {}, customFields));
		expect(new Set(keys).size).toBe(keys.length);
		expect(keyOf({}, {}, [{ definitionId: 1, value: ' blue' }])).toBe(keys[0]);
	});
});

it.each(['', 'nothing', 'https://api.example.com/invoicing/v2/invoices/'])(
	'the link %p has no number',
	(link) => expect(numberInApiLink(link)).toBeUndefined(),
);
