import { MIME_TYPES } from '../files/layout';
import type { Definition } from './definitions';

export const SUBSCRIPTION_TYPES = ['CUSTOM', 'CLASSIC', 'STANDARD'] as const;
type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** As the service answers it; "reportDefintionName" is spelled so. */
export function definitionAnswer(
	definition: Definition,
	subscriptionType: SubscriptionType,
): object {
	return {
		type: 'reportDefinition',
		reportDefinitionId: definition.id,
		reportDefintionName: definition.name,
		supportedFormats: MIME_TYPES,
		description: definition.title,
		defaultSettings: { reportMimeType: 'application/xml', reportFrequency: 'DAILY' },
		subscriptionType,
	};
}
