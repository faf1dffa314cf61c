import type { Fields } from '../../fields';
import { MIME_TYPES } from '../files/writer';
import type { Definition } from './definitions';

const SUBSCRIPTION_TYPES = ['CUSTOM', 'CLASSIC', 'STANDARD'] as const;
type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

export function readSubscriptionType(query: Fields): SubscriptionType {
	return query.choice('subscriptionType', SUBSCRIPTION_TYPES) ?? 'CUSTOM';
}

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
