import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/node/currency';
import { flagField, textField } from '../../../shared/node/fields';
import { outputFields } from '../../../shared/node/output';
import { settingsRow } from '../../settings/settings';

/** Each setting is sent only when it was added. */
export const settingsField: INodeProperties = {
	displayName: 'Settings to Change',
	name: 'settings',
	type: 'collection',
	placeholder: 'Add setting',
	default: {},
	description: 'To return a setting to its default, use Reset',
	options: [
		textField('Business Name', 'merchantDisplayName'),
		{
			...currencyField,
			displayName: 'Default Currency',
			name: 'defaultCurrencyCode',
			description: 'For invoices without a currency',
		},
		textField('Email Message', 'customEmailMessage', {
			typeOptions: { rows: 3 },
			description: 'A message of your own in the email with the invoice',
		}),
		{
			displayName: 'Header Background Color',
			name: 'headerBackgroundColor',
			type: 'color',
			default: '#ffffff',
		},
		{
			displayName: 'Header Font Color',
			name: 'headerFontColor',
			type: 'color',
			default: '#000000',
		},
		{
			displayName: 'Labels',
			name: 'labels',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add label',
			default: {},
			description: 'New text for labels of the payment page, and which labels to hide',
			options: [
				{
					displayName: 'Label',
					name: 'label',
					values: [
						{
							displayName: 'Label',
							name: 'key',
							type: 'options',
							default: 'billTo',
							options: [
								{ name: 'Bill To', value: 'billTo' },
								{ name: 'Company Name', value: 'companyName' },
								{ name: 'Customer ID', value: 'customerId', description: 'Can be hidden' },
								{ name: 'Description', value: 'description', description: 'Can be hidden' },
								{
									name: 'Discount',
									value: 'discount',
									description: 'Can be hidden, also on one page only',
								},
								{ name: 'Invoice Number', value: 'invoiceNumber', description: 'Can be hidden' },
								{ name: 'Partial Payment', value: 'partialPayment', description: 'Can be hidden' },
								{ name: 'Shipping', value: 'shipping' },
								{ name: 'Tax', value: 'tax', description: 'Can be hidden on a page' },
							],
						},
						textField('New Text', 'text', { description: 'Leave empty to keep the current text' }),
						{
							displayName: 'Visibility',
							name: 'visibility',
							type: 'options',
							default: 'unchanged',
							options: [
								{ name: 'Hide', value: 'hide', description: 'On every page' },
								{
									name: 'Hide on Both Pages',
									value: 'hideOnBothPages',
									description: 'On the page of invoices and on that of itemized invoices',
								},
								{
									name: 'Hide on Invoice Page',
									value: 'hideOnInvoicePage',
									description: 'On the payment page of invoices (hiddenForInvoice)',
								},
								{
									name: 'Hide on Itemized Invoice Page',
									value: 'hideOnItemizedPage',
									description: 'On the payment page of itemized invoices (hiddenForItem)',
								},
								{ name: 'Show', value: 'show', description: 'Show it again everywhere' },
								{ name: 'Unchanged', value: 'unchanged' },
							],
						},
					],
				},
			],
		},
		{
			displayName: 'Language',
			name: 'deliveryLanguage',
			type: 'options',
			default: 'en-US',
			options: [
				{ name: 'Chinese (Simplified)', value: 'zh-CN' },
				{ name: 'Chinese (Traditional)', value: 'zh-TW' },
				{ name: 'English (United States)', value: 'en-US' },
				{ name: 'French', value: 'fr-FR' },
				{ name: 'German', value: 'de-DE' },
				{ name: 'Japanese', value: 'ja-JP' },
				{ name: 'Portuguese (Brazil)', value: 'pt-BR' },
				{ name: 'Russian', value: 'ru-RU' },
				{ name: 'Spanish (Latin America)', value: 'es-419' },
			],
		},
		textField('Logo (Base64)', 'logoBase64', {
			placeholder: 'e.g. iVBORw0KGgo…',
			description: 'A GIF, JPG or PNG image of at most 1 MB, or the data URI that Get returns',
		}),
		{
			displayName: 'Logo From Input Field',
			name: 'logoBinaryProperty',
			type: 'string',
			default: 'data',
			description: 'The name of the input field with a GIF, JPG or PNG file of at most 1 MB',
		},
		textField('Merchant Email', 'merchantEmail', {
			placeholder: 'e.g. billing@example.com',
			description:
				'Where payment notifications go. Without it, they go to the business contact of your account.',
		}),
		flagField(
			'Notify Merchant of Payments',
			'enableMerchantEmailNotifications',
			'Whether you get an email when a transaction completes',
			{ default: true },
		),
		{
			displayName: 'Payer Authentication',
			name: 'payerAuthenticationInInvoicing',
			type: 'options',
			default: 'enable',
			description: 'Whether customers are authenticated with 3-D Secure when they pay',
			options: [
				{ name: 'Disable', value: 'disable' },
				{ name: 'Enable', value: 'enable' },
			],
		},
		textField('Payment Accepted URL', 'paymentAccepted', {
			placeholder: 'e.g. https://example.com/thanks',
			description: 'Where the customer goes after a payment was processed',
		}),
		textField('Payment Pending URL', 'paymentPending', {
			placeholder: 'e.g. https://example.com/pending',
			description: 'Where the customer goes while the payment is pending',
		}),
		textField('Payment Rejected URL', 'paymentRejected', {
			placeholder: 'e.g. https://example.com/rejected',
			description: 'Where the customer goes after a payment was rejected',
		}),
		flagField('Save Customer Email', 'email', 'Whether to save the email address of the customer', {
			default: true,
		}),
		flagField(
			'Save Phone Number',
			'phoneNumber',
			'Whether to save the phone number of the customer',
			{ default: true },
		),
		flagField(
			'Save Shipping Address',
			'shipTo',
			'Whether to save the shipping address of the customer',
			{ default: true },
		),
		flagField(
			'Send Reminders',
			'enableReminders',
			'Whether customers are reminded five days before the due date and one day after it',
			{ default: true },
		),
		flagField('Show VAT Number', 'showVatNumber', 'Whether to show the VAT number on the invoice', {
			default: true,
		}),
		textField('VAT Registration Number', 'vatRegistrationNumber'),
	],
};

export const settingsOutputFields = outputFields(Object.keys(settingsRow({})));
