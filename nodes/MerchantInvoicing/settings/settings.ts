import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/invoice/fields';
import { submitTimeOf } from '../../shared/invoice/simplify';
import { valueAt } from '../../shared/text';
import type { Checked } from '../../shared/problem';
import { error, problemsOf } from '../../shared/problem';
import {
	type Entered,
	fieldNames,
	isBlank,
	pickFields,
	put,
	readFields,
	writeFields,
} from '../invoice/values';

/** Every setting but the logo and the labels, which have checks of their own. */
export const SETTINGS_FIELDS = {
	customEmailMessage: { label: 'Email Message', kind: 'text', path: ['customEmailMessage'] },
	defaultCurrencyCode: {
		label: 'Default Currency',
		kind: 'currency',
		path: ['defaultCurrencyCode'],
	},
	deliveryLanguage: { label: 'Language', kind: 'text', path: ['deliveryLanguage'] },
	email: { label: 'Save Customer Email', kind: 'boolean', path: ['email'] },
	enableMerchantEmailNotifications: {
		label: 'Notify Merchant of Payments',
		kind: 'boolean',
		path: ['enableMerchantEmailNotifications'],
	},
	enableReminders: { label: 'Send Reminders', kind: 'boolean', path: ['enableReminders'] },
	headerBackgroundColor: {
		label: 'Header Background Color',
		kind: 'color',
		path: ['headerStyle', 'backgroundColor'],
	},
	headerFontColor: {
		label: 'Header Font Color',
		kind: 'color',
		path: ['headerStyle', 'fontColor'],
	},
	merchantDisplayName: {
		label: 'Business Name',
		kind: 'text',
		path: ['merchantDisplayName'],
	},
	merchantEmail: { label: 'Merchant Email', kind: 'email', path: ['merchantEmail'] },
	payerAuthenticationInInvoicing: {
		label: 'Payer Authentication',
		kind: 'text',
		path: ['payerAuthenticationInInvoicing'],
	},
	paymentAccepted: {
		label: 'Payment Accepted URL',
		kind: 'url',
		path: ['customRedirectUrls', 'paymentAccepted'],
	},
	paymentPending: {
		label: 'Payment Pending URL',
		kind: 'url',
		path: ['customRedirectUrls', 'paymentPending'],
	},
	paymentRejected: {
		label: 'Payment Rejected URL',
		kind: 'url',
		path: ['customRedirectUrls', 'paymentRejected'],
	},
	phoneNumber: { label: 'Save Phone Number', kind: 'boolean', path: ['phoneNumber'] },
	shipTo: { label: 'Save Shipping Address', kind: 'boolean', path: ['shipTo'] },
	showVatNumber: { label: 'Show VAT Number', kind: 'boolean', path: ['showVatNumber'] },
	vatRegistrationNumber: {
		label: 'VAT Registration Number',
		kind: 'text',
		path: ['vatRegistrationNumber'],
	},
} as const satisfies Record<string, Field>;

export type SettingsField = keyof typeof SETTINGS_FIELDS;

const ROOT = 'invoiceSettingsInformation';
const LOGO = 'merchantLogo';
const LABELS = 'customLabels';

export interface SettingsEntry {
	fields: Entered<SettingsField>;
	labels?: Checked<IDataObject[]>;
}

export function settingsBody({
	fields,
	labels = { value: [] },
}: SettingsEntry): Checked<IDataObject> {
	const { values, problems } = readFields(SETTINGS_FIELDS, fields);
	if ('problems' in labels || problems.length > 0) {
		return { problems: [...problems, ...problemsOf(labels)] };
	}
	const settings = writeFields(SETTINGS_FIELDS, values);
	if (labels.value.length > 0) settings[LABELS] = labels.value;
	return { value: { [ROOT]: settings } };
}

export const withLogo = (body: IDataObject, logo: string): IDataObject => ({
	[ROOT]: { ...(body[ROOT] as IDataObject), [LOGO]: logo },
});

export const isEmptyBody = (body: IDataObject): boolean =>
	Object.keys(body[ROOT] as IDataObject).length === 0;

/** The settings that can go back to their defaults. */
export const RESETTABLE: Record<string, Pick<Field, 'label' | 'kind' | 'path'>> = {
	...SETTINGS_FIELDS,
	[LOGO]: { label: 'Logo', kind: 'text', path: [LOGO] },
};

/** The body that takes settings back to their defaults: each is sent with no value. */
export function resetBody(names: readonly string[]): Checked<IDataObject> {
	if (names.length === 0) return { problems: [error('Settings to Reset', 'choose at least one')] };
	const settings: IDataObject = {};
	for (const { path, kind } of names.map((name) => RESETTABLE[name])) {
		// Empty text is no boolean, and may be refused or read as false.
		put(settings, path, kind === 'boolean' ? null : '');
	}
	return { value: { [ROOT]: settings } };
}

function labelInWords(label: unknown): string {
	const { key, value, ...controls } = Object(label) as Record<string, unknown>;
	const on = Object.keys(controls).filter((control) => controls[control] === true);
	return [
		`${String(key)}:`,
		typeof value === 'string' ? value : '',
		...on.map((name) => `(${name})`),
	]
		.filter(Boolean)
		.join(' ');
}

const MOST_USED: readonly SettingsField[] = [
	'merchantDisplayName',
	'merchantEmail',
	'defaultCurrencyCode',
	'deliveryLanguage',
	'enableReminders',
	'enableMerchantEmailNotifications',
	'customEmailMessage',
	'payerAuthenticationInInvoicing',
];

/** One flat row with the same columns whatever is set, the most used first, without the large logo. */
export function settingsRow(answer: IDataObject): IDataObject {
	const settings = valueAt(answer, [ROOT]);
	const entered = pickFields(SETTINGS_FIELDS, settings);
	const labels = valueAt(settings, [LABELS]);
	const rowOf = (names: readonly SettingsField[]) =>
		Object.fromEntries(names.map((name) => [name, entered[name] ?? null]));
	return {
		...rowOf(MOST_USED),
		hasLogo: !isBlank(valueAt(settings, [LOGO])),
		labels: Array.isArray(labels) ? labels.map(labelInWords).join('; ') || null : null,
		...rowOf(fieldNames(SETTINGS_FIELDS).filter((name) => !MOST_USED.includes(name))),
		submitTimeUtc: submitTimeOf(answer) ?? null,
	};
}
