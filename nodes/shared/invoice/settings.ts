import type { IDataObject } from 'n8n-workflow';
import type { Field } from './fields';
import { fieldNames } from './fields';
import type { Entered } from './fieldValues';
import { pickFields, put, readFields, valueAt, writeFields } from './fieldValues';
import type { Problem } from './problems';
import { error } from './problems';
import { isBlank } from './values';

/** Every setting but the logo and the labels, which have checks of their own. */
export const SETTINGS_FIELDS = {
	customEmailMessage: { label: 'Email Message', kind: 'text', path: ['customEmailMessage'] },
	defaultCurrencyCode: {
		label: 'Default Currency',
		kind: 'currency',
		path: ['defaultCurrencyCode'],
	},
	deliveryLanguage: { label: 'Language', kind: 'language', path: ['deliveryLanguage'] },
	email: { label: 'Save Customer Email', kind: 'boolean', path: ['email'] },
	enableMerchantEmailNotifications: {
		label: 'Notify Merchant of Payments',
		kind: 'boolean',
		path: ['enableMerchantEmailNotifications'],
	},
	enableReminders: { label: 'Send Reminders', kind: 'boolean', path: ['enableReminders'] },
	headerBackgroundColor: {
		label: 'Header Background Color',
		kind: 'colour',
		path: ['headerStyle', 'backgroundColor'],
	},
	headerFontColor: {
		label: 'Header Font Color',
		kind: 'colour',
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
		kind: 'payerAuthentication',
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

export interface SettingsEntry {
	fields: Entered<SettingsField>;
	/** The logo in Base64, checked. */
	logo?: string;
	/** The labels in the request's form, checked. */
	labels?: IDataObject[];
}

/** The body of a settings update: only what was entered. */
export function settingsBody(entry: SettingsEntry): { body: IDataObject; problems: Problem[] } {
	const { values, problems } = readFields(SETTINGS_FIELDS, entry.fields);
	const settings = writeFields(SETTINGS_FIELDS, values);
	if (entry.logo !== undefined) settings.merchantLogo = entry.logo;
	if (entry.labels !== undefined && entry.labels.length > 0) settings.customLabels = entry.labels;
	return { body: { [ROOT]: settings }, problems };
}

export const LOGO = 'merchantLogo';
const LABELS = 'customLabels';

/** The body that takes settings back to their defaults: each is sent with no value. */
export function resetBody(names: readonly string[]): { body: IDataObject; problems: Problem[] } {
	const settings: IDataObject = {};
	const problems: Problem[] = [];
	if (names.length === 0)
		problems.push(error('Settings to Reset', 'are required: choose at least one'));
	for (const name of names) {
		if (name === LOGO) settings[LOGO] = '';
		else if (Object.hasOwn(SETTINGS_FIELDS, name))
			put(settings, SETTINGS_FIELDS[name as SettingsField].path, '');
		else if (name === LABELS) {
			problems.push(
				error('Labels', 'cannot be reset by the service: use Update to rename or show them again'),
			);
		} else problems.push(error('Settings to Reset', `has no setting "${name}"`));
	}
	return { body: { [ROOT]: settings }, problems };
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

/** One flat row with the same columns whatever is set; the logo itself is left out, as it is large. */
export function simplifySettings(answer: unknown): IDataObject {
	const settings = valueAt(answer, [ROOT]);
	const entered = pickFields(SETTINGS_FIELDS, settings);
	const labels = valueAt(settings, [LABELS]);
	const row: IDataObject = {};
	for (const name of fieldNames(SETTINGS_FIELDS)) {
		row[name] = entered[name] ?? null;
	}
	return {
		...row,
		hasLogo: !isBlank(valueAt(settings, [LOGO])),
		labels: Array.isArray(labels) ? labels.map(labelInWords).join('; ') : null,
		submitTimeUtc: valueAt(answer, ['submitTimeUtc']) ?? null,
	};
}
