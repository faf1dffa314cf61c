import {
	differences,
	differencesFromRequest,
	merge,
} from '../../../nodes/MerchantInvoicing/invoice/changes';
import { fromInvoice } from '../../../nodes/MerchantInvoicing/invoice/draft';
import { draftOf, itemized, LINE } from './drafts';

const NOTHING = draftOf({ fields: {} });
const stored = draftOf(itemized({ description: 'Chairs', companyName: 'Lee Ltd' }));

describe('merging', () => {
	it('keeps what was not entered', () => {
		const merged = merge(stored, draftOf({ fields: { dueDate: '2027-01-31' } }), []);
		expect(merged).toEqual({ ...stored, fields: { ...stored.fields, dueDate: '2027-01-31' } });
	});

	it('clears a field on purpose', () => {
		const merged = merge(stored, NOTHING, ['companyName']);
		expect(merged.fields).not.toHaveProperty('companyName');
		expect(merged.fields.description).toBe('Chairs');
	});

	it('takes an entered value before clearing', () => {
		const entered = draftOf({ fields: { companyName: 'New Ltd' } });
		expect(merge(stored, entered, ['companyName']).fields.companyName).toBe('New Ltd');
	});

	it('replaces the line items as a whole, and clears custom fields', () => {
		const withFields = { ...stored, customFields: [{ definitionId: 1, value: 'a' }] };
		const entered = draftOf({ fields: {}, lineItems: [{ ...LINE, productSku: 'NEW' }] });
		const merged = merge(withFields, entered, ['customFields']);
		expect(merged.lineItems.map(({ productSku }) => productSku)).toEqual(['NEW']);
		expect(merged.customFields).toEqual([]);
	});

	it('does not touch what it was given', () => {
		const before = structuredClone(stored);
		merge(stored, draftOf({ fields: { dueDate: '2027-01-31' } }), ['companyName', 'lineItems']);
		expect(stored).toEqual(before);
	});
});

describe('differences', () => {
	it('are named in the words of the editor', () => {
		const changed = draftOf({
			...itemized({ dueDate: '2027-01-31', companyName: 'Lee Ltd', taxRate: '5' }, [
				{ ...LINE, quantity: 3 },
			]),
			customFields: [{ definitionId: 1, value: 'a' }],
		});
		expect(differences(stored, changed)).toEqual([
			'Custom Field Values',
			'Description',
			'Due Date',
			'Line Items',
			'Tax Rate',
		]);
	});

	it('are none between equal amounts, and between false and nothing', () => {
		const a = draftOf(itemized({ totalAmount: '20.0', taxAmount: '0', requestPhone: false }));
		expect(differences(a, draftOf(itemized({ totalAmount: '20' })))).toEqual([]);
	});
});

describe('whether a stored invoice is the one that was asked for', () => {
	const request = draftOf({
		...itemized({ invoiceNumber: '0007', developerId: 'D' }),
		customFields: [{ definitionId: 1, value: 'a' }],
	});
	const answer = {
		id: '0007',
		status: 'SENT',
		customerInformation: { name: 'Ann Lee', email: 'ann@example.com' },
		processingInformation: { requestPhone: false, requestShipping: false },
		invoiceInformation: {
			invoiceNumber: '0007',
			dueDate: '2026-12-31',
			allowPartialPayments: false,
			deliveryMode: 'Email',
			paymentLink: 'https://pay.example/1',
		},
		orderInformation: {
			amountDetails: { totalAmount: 20, balanceAmount: 20, subAmount: 20, currency: 'USD' },
			lineItems: [{ ...LINE, unitPrice: 10, totalAmount: 20, quantity: 2, taxAmount: 0 }],
		},
	};

	it('it is when the service only added values of its own', () => {
		expect(differencesFromRequest(request, fromInvoice(answer).draft)).toEqual([]);
	});

	it.each([
		['Customer Email', { customerInformation: { name: 'Ann Lee', email: 'bob@example.com' } }],
		['Due Date', { invoiceInformation: { dueDate: '2027-12-31' } }],
		[
			'Total Amount',
			{
				orderInformation: {
					...answer.orderInformation,
					amountDetails: { totalAmount: 21, currency: 'USD' },
				},
			},
		],
		['Line Items', { orderInformation: { amountDetails: {}, lineItems: [] } }],
		[
			'Line Items',
			{ orderInformation: { amountDetails: {}, lineItems: [{ productSku: 'OTHER' }] } },
		],
	])('it is not when the %s differs', (label, change) => {
		expect(differencesFromRequest(request, fromInvoice({ ...answer, ...change }).draft)).toEqual([
			label,
		]);
	});
});
