import { validationErrors } from '../refusals';
import { readBody } from '../schema';
import { changedLabels, labelProblems } from './labels';
import { logoDataUri } from './logo';
import { type Filled, settingsBody, type SettingsChange } from './schema';

const DEFAULTS = {
	defaultCurrencyCode: 'USD',
	headerStyle: {},
	showVatNumber: false,
	customLabels: [],
	shipTo: false,
	phoneNumber: false,
	email: false,
	customRedirectUrls: {},
	enableReminders: false,
	enableMerchantEmailNotifications: false,
	deliveryLanguage: 'en-US',
	payerAuthenticationInInvoicing: 'disable',
} satisfies Filled<SettingsChange>;

/** What has a default is always set. The logo is a data URI. */
export type SettingsValues = Filled<SettingsChange> &
	Required<Pick<Filled<SettingsChange>, keyof typeof DEFAULTS>>;

/** How a merchant's payment page and emails look. */
export class Settings {
	current: SettingsValues = DEFAULTS;

	change(body: unknown): void {
		const { invoiceSettingsInformation: change } = readBody(settingsBody, body);
		const labels = change.customLabels ?? [];
		const problems = labelProblems(labels);
		if (problems.length > 0) throw validationErrors(problems);
		const logo = change.merchantLogo && logoDataUri(change.merchantLogo);
		this.current = {
			...(merged(this.current, { ...change, merchantLogo: logo }, DEFAULTS) as SettingsValues),
			customLabels: changedLabels(this.current.customLabels, labels),
		};
	}
}

type Nested = Record<string, unknown>;

/** What is left out stays, what has no value falls back to the default, group by group. */
function merged(now: Nested, change: Nested, defaults: Nested): Nested {
	const result = { ...now };
	for (const [name, value] of Object.entries(change)) {
		if (value === undefined) continue;
		if (value === null) result[name] = defaults[name];
		else if (isNested(value)) {
			result[name] = merged((now[name] ?? {}) as Nested, value, (defaults[name] ?? {}) as Nested);
		} else result[name] = value;
	}
	return result;
}

function isNested(value: unknown): value is Nested {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
