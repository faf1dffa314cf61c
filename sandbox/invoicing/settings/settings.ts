import { validationErrors } from '../refusals';
import { readBody } from '../schema';
import { changedLabels, type CustomLabel, labelProblems } from './labels';
import { logoDataUri } from './logo';
import { settingsBody, type SettingsChange } from './schema';

export interface SettingsValues {
	merchantDisplayName?: string;
	defaultCurrencyCode: string;
	headerStyle: { backgroundColor?: string; fontColor?: string };
	/** A data URI. */
	merchantLogo?: string;
	vatRegistrationNumber?: string;
	showVatNumber: boolean;
	customLabels: CustomLabel[];
	shipTo: boolean;
	phoneNumber: boolean;
	email: boolean;
	customRedirectUrls: {
		paymentAccepted?: string;
		paymentPending?: string;
		paymentRejected?: string;
	};
	customEmailMessage?: string;
	enableReminders: boolean;
	enableMerchantEmailNotifications: boolean;
	merchantEmail?: string;
	deliveryLanguage: string;
	payerAuthenticationInInvoicing: string;
}

const DEFAULTS: SettingsValues = {
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
};

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
			...changed(this.current, { ...change, merchantLogo: logo }, DEFAULTS),
			customLabels: changedLabels(this.current.customLabels, labels),
		};
	}
}

type Group = Record<string, unknown>;

/** What is left out stays, what has no value falls back to the default, group by group. */
function changed(
	current: SettingsValues,
	change: SettingsChange,
	defaults: SettingsValues,
): SettingsValues {
	const merge = (now: Group, next: Group, fallback: Group): Group => {
		const merged = { ...now };
		for (const [name, value] of Object.entries(next)) {
			if (value === undefined) continue;
			if (value === null) merged[name] = fallback[name];
			else if (isGroup(value)) {
				merged[name] = merge((now[name] ?? {}) as Group, value, (fallback[name] ?? {}) as Group);
			} else merged[name] = value;
		}
		return merged;
	};
	return merge({ ...current }, change, { ...defaults }) as unknown as SettingsValues;
}

function isGroup(value: unknown): value is Group {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
