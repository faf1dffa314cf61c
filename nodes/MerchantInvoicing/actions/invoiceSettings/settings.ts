import type { IDataObject } from 'n8n-workflow';

import { type Field, field, lastProcessedTimeOf } from '../../../shared/invoice/invoice';
import { type ParseResult, error, type Problem, problemsOf } from '../../../shared/problem';
import { trimText, valueAt } from '../../../shared/text';
import {
	type EnteredValues,
	keysOf,
	isBlank,
	readBodyFields,
	setAtPath,
	readFields,
	readValue,
	writeFields,
} from '../../invoice/values';

/** The simplified output shows these. */
const MOST_USED = {
	merchantDisplayName: field('Business Name', 'text', 'merchantDisplayName'),
	merchantEmail: field('Merchant Email', 'email', 'merchantEmail'),
	defaultCurrencyCode: field('Default Currency', 'currency', 'defaultCurrencyCode'),
	deliveryLanguage: field('Language', 'text', 'deliveryLanguage'),
	enableReminders: field('Send Reminders', 'boolean', 'enableReminders'),
	enableMerchantEmailNotifications: field(
		'Notify Merchant of Payments',
		'boolean',
		'enableMerchantEmailNotifications',
	),
	customEmailMessage: field('Email Message', 'text', 'customEmailMessage'),
	payerAuthenticationInInvoicing: field(
		'Payer Authentication',
		'text',
		'payerAuthenticationInInvoicing',
	),
} satisfies Record<string, Field>;

const HEADER = 'headerStyle';
const REDIRECTS = 'customRedirectUrls';

/** Without the logo and the labels, which have checks of their own. */
export const SETTINGS_FIELDS = {
	...MOST_USED,
	email: field('Save Customer Email', 'boolean', 'email'),
	headerBackgroundColor: field('Header Background Color', 'color', HEADER, 'backgroundColor'),
	headerFontColor: field('Header Font Color', 'color', HEADER, 'fontColor'),
	paymentAccepted: field('Payment Accepted URL', 'url', REDIRECTS, 'paymentAccepted'),
	paymentPending: field('Payment Pending URL', 'url', REDIRECTS, 'paymentPending'),
	paymentRejected: field('Payment Rejected URL', 'url', REDIRECTS, 'paymentRejected'),
	phoneNumber: field('Save Phone Number', 'boolean', 'phoneNumber'),
	shipTo: field('Save Shipping Address', 'boolean', 'shipTo'),
	showVatNumber: field('Show VAT Number', 'boolean', 'showVatNumber'),
	vatRegistrationNumber: field('VAT Registration Number', 'text', 'vatRegistrationNumber'),
} satisfies Record<string, Field>;

export type SettingName = keyof typeof SETTINGS_FIELDS;

const ROOT = 'invoiceSettingsInformation';
const LOGO = 'merchantLogo';
const CUSTOM_LABELS = 'customLabels';

export function settingsBody(
	fields: EnteredValues<SettingName>,
	labels: ParseResult<IDataObject[]> = { value: [] },
): ParseResult<IDataObject> {
	const { values, problems } = readFields(SETTINGS_FIELDS, fields);
	if ('problems' in labels || problems.length > 0) {
		return { problems: [...problems, ...problemsOf(labels)] };
	}
	const settings = writeFields(SETTINGS_FIELDS, values);
	if (labels.value.length > 0) settings[CUSTOM_LABELS] = labels.value;
	return { value: { [ROOT]: settings } };
}

export const withLogo = (body: IDataObject, logo: string): IDataObject => ({
	[ROOT]: { ...(body[ROOT] as IDataObject), [LOGO]: logo },
});

export const isEmptyBody = (body: IDataObject): boolean =>
	Object.keys(body[ROOT] as IDataObject).length === 0;

export const RESETTABLE: Record<string, Field> = {
	...SETTINGS_FIELDS,
	[LOGO]: field('Logo', 'text', LOGO),
};

export function resetBody(names: readonly string[]): ParseResult<IDataObject> {
	if (names.length === 0) return { problems: [error('Settings to Reset', 'choose at least one')] };
	const settings: IDataObject = {};
	for (const { path, kind } of names.map((name) => RESETTABLE[name])) {
		// Empty text is no boolean, and may be refused or read as false.
		setAtPath(settings, path, kind === 'boolean' ? null : '');
	}
	return { value: { [ROOT]: settings } };
}

interface Label {
	label: string;
	/** Where it can be hidden, in words. */
	hiding?: string;
	/** What can be sent to hide it. */
	controls: readonly string[];
}

const BY_PAGE = ['hiddenForInvoice', 'hiddenForItem'];
const EVERYWHERE = { hiding: 'Can be hidden', controls: ['hidden'] };
const ALSO_BY_PAGE = 'Can be hidden, also on one page only';

/** The labels of the payment page. */
export const LABELS: Record<string, Label> = {
	billTo: { label: 'Bill To', controls: [] },
	companyName: { label: 'Company Name', controls: [] },
	customerId: { label: 'Customer ID', ...EVERYWHERE },
	description: { label: 'Description', ...EVERYWHERE },
	discount: { label: 'Discount', hiding: ALSO_BY_PAGE, controls: ['hidden', ...BY_PAGE] },
	invoiceNumber: { label: 'Invoice Number', ...EVERYWHERE },
	partialPayment: { label: 'Partial Payment', ...EVERYWHERE },
	shipping: { label: 'Shipping', controls: [] },
	tax: { label: 'Tax', hiding: ALSO_BY_PAGE, controls: BY_PAGE },
};

const VISIBILITY: Record<string, IDataObject> = {
	unchanged: {},
	hide: { hidden: true, hiddenForInvoice: true, hiddenForItem: true },
	hideOnInvoicePage: { hiddenForInvoice: true },
	hideOnItemizedPage: { hiddenForItem: true },
	show: { hidden: false, hiddenForInvoice: false, hiddenForItem: false },
};

/** A row of the form, whose dropdowns are checked. */
export interface LabelRow {
	key?: string;
	text?: unknown;
	visibility?: string;
}

export function readLabels(rows: readonly LabelRow[]): ParseResult<IDataObject[]> {
	const problems: Problem[] = [];
	const seen = new Set<string>();
	const labels = rows.map(({ key = '', text, visibility = 'unchanged' }, index) => {
		if (!Object.hasOwn(LABELS, key)) {
			problems.push(error(`Label ${index + 1}`, 'choose a label'));
			return {};
		}
		const { label, controls } = LABELS[key];
		const place = `Label ${index + 1}, ${label}`;
		if (seen.has(key))
			problems.push(error(place, 'this label has two rows. Put both into one row'));
		seen.add(key);
		const entry: IDataObject = { key };
		if (!isBlank(text)) {
			const reading = readValue({ label: `${place}, New Text`, kind: 'text' }, text);
			if ('problems' in reading) problems.push(...reading.problems);
			else entry.value = reading.value;
		}
		const wanted = Object.entries(VISIBILITY[visibility]);
		const allowed = wanted.filter(([control]) => controls.includes(control));
		if (wanted.length > 0 && allowed.length === 0) {
			const advice = controls.length === 0 ? 'renamed, but not hidden' : 'hidden everywhere only';
			problems.push(error(place, `can be ${advice}`));
		}
		Object.assign(entry, Object.fromEntries(allowed));
		if (Object.keys(entry).length === 1 && wanted.length === 0) {
			problems.push(error(place, 'needs a New Text or another Visibility'));
		}
		return entry;
	});
	return problems.length > 0 ? { problems } : { value: labels };
}

export const MAX_LOGO_BYTES = 1024 * 1024;

/** What a GIF, JPG or PNG file begins with; its name says nothing for sure. */
const IMAGE_STARTS = ['GIF87a', 'GIF89a', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n'];

export function logoToBase64(bytes: Uint8Array): ParseResult<string> {
	const wrong = (message: string) => ({ problems: [error('Logo', message)] });
	if (bytes.length === 0) return wrong('is empty');
	if (bytes.length > MAX_LOGO_BYTES) {
		const size = (bytes.length / MAX_LOGO_BYTES).toFixed(2);
		return wrong(`${size} MB is too large. A logo may have 1 MB (${MAX_LOGO_BYTES} bytes) at most`);
	}
	const image = Buffer.from(bytes);
	const start = image.toString('latin1', 0, 8);
	if (!IMAGE_STARTS.some((known) => start.startsWith(known))) {
		return wrong('is not a GIF, JPG or PNG image by its content, whatever its name says');
	}
	return { value: image.toString('base64') };
}

function labelInWords(label: unknown): string {
	const { key, value, ...controls } = Object(label) as Record<string, unknown>;
	const on = Object.keys(controls).filter((control) => controls[control] === true);
	const words = [`${String(key)}:`, trimText(value), ...on.map((name) => `(${name})`)];
	return words.filter(Boolean).join(' ');
}

/** The same columns whatever is set, without the large logo. */
export function settingsRow(body: IDataObject): IDataObject {
	const settings = valueAt(body, [ROOT]);
	const entered = readBodyFields(SETTINGS_FIELDS, settings);
	const labels = valueAt(settings, [CUSTOM_LABELS]);
	const rowOf = (names: readonly SettingName[]) =>
		Object.fromEntries(names.map((name) => [name, entered[name] ?? null]));
	return {
		...rowOf(keysOf(MOST_USED)),
		hasLogo: !isBlank(valueAt(settings, [LOGO])),
		labels: Array.isArray(labels) ? labels.map(labelInWords).join('; ') || null : null,
		...rowOf(keysOf(SETTINGS_FIELDS)),
		submitTimeUtc: lastProcessedTimeOf(body) ?? null,
	};
}
