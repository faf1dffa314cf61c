import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/node/currency';
import { customerEmailField, customerNameField, dueDateField } from './invoiceFields';
import { lineItemsField } from './lineItemFields';

/** What an invoice becomes. The default is a draft that Send can email. */
export const deliveryField: INodeProperties = {
	displayName: 'What to Create',
	name: 'delivery',
	type: 'options',
	default: 'emailDraft',
	options: [
		{ name: 'Create and Email Now', value: 'emailNow' },
		{
			name: 'Publish and Share the Link Myself',
			value: 'share',
			description: 'The customer can pay, but gets no email',
		},
		{
			name: 'Save a Draft to Email Later',
			value: 'emailDraft',
			description: 'Only you see it until Send emails it',
		},
		{
			name: 'Save a Draft to Share Later',
			value: 'draft',
			description: 'Only you see it until Send publishes it, without an email',
		},
	],
};

/** What a new invoice is, and what it says. */
export const newInvoiceFields: INodeProperties[] = [
	deliveryField,
	customerNameField,
	customerEmailField,
	{ ...dueDateField, required: true },
	{
		...currencyField,
		required: true,
		default: { mode: 'list', value: 'USD', cachedResultName: 'USD – US Dollar' },
	},
	lineItemsField,
];
