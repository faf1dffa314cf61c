import { z } from 'zod';
import { isCurrency } from '../money';
import { emailAddress } from '../schema';

/** Null stands for a field sent with no value, which returns the setting to its default. */
function resettable<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess((value) => (value === '' ? null : value), schema.nullable()).optional();
}

function resettableGroup<T extends z.ZodRawShape>(shape: T) {
	return resettable(z.strictObject(shape));
}

const text = resettable(z.string());
const flag = resettable(z.boolean());
const color = resettable(
	z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a hexadecimal color such as #1a73e8'),
);
const url = resettable(
	z.string().refine(isWebAddress, 'must be an address that begins with https:// or http://'),
);

export const settingsBody = z.strictObject({
	invoiceSettingsInformation: z.strictObject({
		merchantDisplayName: text,
		defaultCurrencyCode: resettable(
			z.string().refine(isCurrency, 'must be an ISO 4217 currency code such as USD'),
		),
		headerStyle: resettableGroup({ backgroundColor: color, fontColor: color }),
		merchantLogo: text,
		vatRegistrationNumber: text,
		showVatNumber: flag,
		customLabels: resettable(
			z.array(
				z.strictObject({
					key: z.string().nullish(),
					value: z.string().nullish(),
					hidden: flag,
					hiddenForInvoice: flag,
					hiddenForItem: flag,
				}),
			),
		),
		shipTo: flag,
		phoneNumber: flag,
		email: flag,
		customRedirectUrls: resettableGroup({
			paymentAccepted: url,
			paymentPending: url,
			paymentRejected: url,
		}),
		customEmailMessage: text,
		enableReminders: flag,
		enableMerchantEmailNotifications: flag,
		merchantEmail: resettable(emailAddress),
		deliveryLanguage: resettable(
			z.enum(['de-DE', 'en-US', 'es-419', 'fr-FR', 'ja-JP', 'pt-BR', 'ru-RU', 'zh-CN', 'zh-TW']),
		),
		payerAuthenticationInInvoicing: resettable(z.enum(['enable', 'disable', 'update'])),
	}),
});

export type SettingsChange = z.output<typeof settingsBody>['invoiceSettingsInformation'];

/** What is set has a value: null, which resets a setting, is never kept. */
export type Filled<T> = T extends object ? { [Name in keyof T]: Filled<NonNullable<T[Name]>> } : T;

function isWebAddress(value: string): boolean {
	return /^https?:\/\//i.test(value) && URL.canParse(value);
}
