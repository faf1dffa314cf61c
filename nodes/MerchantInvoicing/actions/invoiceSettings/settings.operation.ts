import type { INodeProperties } from 'n8n-workflow';

import type { Kind } from '../../../shared/invoice/invoice';
import { currencyField } from '../../../shared/node/currency';
import { sortedByDisplayName, sortedByName, textField } from '../../../shared/node/fields';
import { outputFieldsFor, readOutput, applyOutput } from '../../../shared/node/output';
import { optionalText, read, readCollection } from '../../../shared/node/parameters';
import { defineOperation, type Resource } from '../../../shared/node/resource';
import { valueOrThrow, refusal } from '../../../shared/problem';
import { Invoicing } from '../../../shared/service/invoicing';
import {
	isEmptyBody,
	type LabelRow,
	LABELS,
	readLabels,
	logoToBase64,
	resetBody,
	RESETTABLE,
	SETTINGS_FIELDS,
	settingsBody,
	type SettingName,
	settingsRow,
	withLogo,
} from './settings';

const BY_KIND: Partial<Record<Kind, Partial<INodeProperties>>> = {
	boolean: { type: 'boolean', default: true },
	color: { type: 'color' },
};

const setting = (name: SettingName, more: Partial<INodeProperties> = {}): INodeProperties => {
	const { label, kind } = SETTINGS_FIELDS[name];
	return textField(label, name, { ...BY_KIND[kind], ...more });
};

const labelsField: INodeProperties = {
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
					options: Object.entries(LABELS).map(([value, { label, hiding }]) => ({
						name: label,
						value,
						...(hiding && { description: hiding }),
					})),
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
};

/** Each setting is sent only when it was added. */
const settingsField: INodeProperties = {
	displayName: 'Settings to Change',
	name: 'settings',
	type: 'collection',
	placeholder: 'Add setting',
	default: {},
	description: 'To return a setting to its default, use Reset',
	options: sortedByDisplayName([
		setting('customEmailMessage', {
			typeOptions: { rows: 3 },
			description: 'A message of your own in the email with the invoice',
		}),
		setting('defaultCurrencyCode', {
			...currencyField,
			displayName: SETTINGS_FIELDS.defaultCurrencyCode.label,
			name: 'defaultCurrencyCode',
			description: 'For invoices without a currency',
		}),
		setting('deliveryLanguage', {
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
		}),
		setting('email', { description: 'Whether to save the email address of the customer' }),
		setting('enableMerchantEmailNotifications', {
			description: 'Whether you get an email when a transaction completes',
		}),
		setting('enableReminders', {
			description:
				'Whether customers are reminded five days before the due date and one day after it',
		}),
		setting('headerBackgroundColor', { default: '#ffffff' }),
		setting('headerFontColor', { default: '#000000' }),
		labelsField,
		textField('Logo From Input Field', 'logoBinaryProperty', {
			default: 'data',
			description: 'The name of the input field with a GIF, JPG or PNG file of at most 1 MB',
		}),
		setting('merchantDisplayName'),
		setting('merchantEmail', {
			placeholder: 'e.g. billing@example.com',
			description:
				'Where payment notifications go. Without it, they go to the business contact of your account.',
		}),
		setting('payerAuthenticationInInvoicing', {
			type: 'options',
			default: 'enable',
			description: 'Whether customers are authenticated with 3-D Secure when they pay',
			options: [
				{ name: 'Disable', value: 'disable' },
				{ name: 'Enable', value: 'enable' },
			],
		}),
		setting('paymentAccepted', {
			placeholder: 'e.g. https://example.com/thanks',
			description: 'Where the customer goes after a payment was processed',
		}),
		setting('paymentPending', {
			placeholder: 'e.g. https://example.com/pending',
			description: 'Where the customer goes while the payment is pending',
		}),
		setting('paymentRejected', {
			placeholder: 'e.g. https://example.com/rejected',
			description: 'Where the customer goes after a payment was rejected',
		}),
		setting('phoneNumber', { description: 'Whether to save the phone number of the customer' }),
		setting('shipTo', { description: 'Whether to save the shipping address of the customer' }),
		setting('showVatNumber', { description: 'Whether to show the VAT number on the invoice' }),
		setting('vatRegistrationNumber'),
	]),
};

const settingsOutputFields = outputFieldsFor(Object.keys(settingsRow({})));

const get = defineOperation({
	name: 'Get',
	action: 'Get invoice settings',
	description: 'Get the current settings of the payment page and the emails',
	subtitle: 'Get Invoice Settings',
	fields: settingsOutputFields,

	prepare: (item) => ({ output: readOutput(item) }),

	async carryOut({ output }, { transport }) {
		const settings = await new Invoicing(transport).settings();
		return [{ json: applyOutput(settings, output, settingsRow) }];
	},
});

const update = defineOperation({
	name: 'Update',
	action: 'Update invoice settings',
	description: 'Change branding, labels, redirects, emails, language or security',
	subtitle: 'Update Invoice Settings',
	fields: [settingsField, ...settingsOutputFields],

	prepare(item) {
		const { labels, logoBinaryProperty, ...fields } = readCollection(item, 'settings');
		const logoFile = optionalText(logoBinaryProperty, 'Logo From Input Field');
		if (logoFile !== undefined) item.context.helpers.assertBinaryData(item.index, logoFile);
		const rows = (labels as { label?: LabelRow[] } | undefined)?.label ?? [];
		const body = valueOrThrow(settingsBody(fields, readLabels(rows)));
		if (logoFile === undefined && isEmptyBody(body)) {
			throw refusal('No setting was entered, so there is nothing to change');
		}
		return { body, logoFile, output: readOutput(item) };
	},

	async carryOut({ body, logoFile, output }, { context, index, transport }) {
		let whole = body;
		if (logoFile !== undefined) {
			const bytes = await context.helpers.getBinaryDataBuffer(index, logoFile);
			whole = withLogo(body, valueOrThrow(logoToBase64(bytes), 'The settings were not changed.'));
		}
		const settings = await new Invoicing(transport).changeSettings(
			whole,
			'Update invoice settings',
		);
		return [{ json: applyOutput(settings, output, settingsRow) }];
	},
});

const reset = defineOperation({
	name: 'Reset',
	action: 'Reset invoice settings',
	description: 'Reset settings to their defaults',
	subtitle: 'Reset Invoice Settings',
	fields: [
		{
			displayName: 'Settings to Reset',
			name: 'resetSettings',
			type: 'multiOptions',
			required: true,
			default: [],
			options: sortedByName(
				Object.entries(RESETTABLE).map(([value, { label: name }]) => ({ name, value })),
			),
		},
		{
			displayName: "Reset doesn't change the labels of the payment page. Use Update for them.",
			name: 'labelsNotice',
			type: 'notice',
			default: '',
		},
		...settingsOutputFields,
	],

	prepare: (item) => ({
		body: valueOrThrow(resetBody([read<string | string[]>(item, 'resetSettings', [])].flat())),
		output: readOutput(item),
	}),

	async carryOut({ body, output }, { transport }) {
		const settings = await new Invoicing(transport).changeSettings(body, 'Reset invoice settings');
		return [{ json: applyOutput(settings, output, settingsRow) }];
	},
});

export const invoiceSettings: Resource = {
	name: 'Invoice Settings',
	value: 'invoiceSettings',
	default: 'get',
	operations: { get, remove: reset, update },
};
