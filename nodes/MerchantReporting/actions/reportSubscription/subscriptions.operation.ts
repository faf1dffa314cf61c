import type { IDataObject } from 'n8n-workflow';

import { limitFields } from '../../../shared/node/fields';
import {
	outputFieldsFor,
	readOutput,
	pickColumnsOrNull,
	applyOutput,
} from '../../../shared/node/output';
import { readLimit } from '../../../shared/node/parameters';
import type { Resource } from '../../../shared/node/resource';
import { reportZoneOf, type Subscription } from '../../../shared/service/reportResponses';
import { trimText } from '../../../shared/text';
import {
	limitWithHint,
	requirePicked,
	reportingOperation,
	subscriptionLocator,
} from '../common/fields';
import { upsert } from './upsert.operation';

export const subscriptionColumns = [
	'reportName',
	'reportDefinitionName',
	'reportDefinitionId',
	'reportMimeType',
	'reportFrequency',
	'reportInterval',
	'startTime',
	'startDay',
	'timezone',
	'reportFields',
	'organizationId',
];

/** Without "Every day", n8n shows the empty cell in red. */
const subscriptionRow = (subscription: Subscription): IDataObject => {
	const timezone = reportZoneOf(subscription);
	const reportFields = subscription.reportFields?.join(', ');
	const isDaily = trimText(subscription.reportFrequency).toUpperCase() === 'DAILY';
	const startDay = subscription.startDay ?? (isDaily ? 'Every day' : undefined);
	return pickColumnsOrNull(
		{ ...subscription, timezone, reportFields, startDay },
		subscriptionColumns,
	);
};

const get = reportingOperation({
	name: 'Get',
	action: 'Get report subscription',
	description: 'Get one subscription by its name',
	subtitle: 'Get Subscription',
	fields: [subscriptionLocator, ...outputFieldsFor(subscriptionColumns)],
	prepare: (item) => ({
		name: requirePicked(item, subscriptionLocator),
		output: readOutput(item),
	}),
	carryOut: async ({ name, output }, { reporting }) => {
		const subscription = await reporting.getSubscription(name);
		return [{ json: applyOutput(subscription, output, subscriptionRow) }];
	},
});

/** Without filters: a merchant has 20 at most. */
const getAll = reportingOperation({
	name: 'Get Many',
	action: 'Get many report subscriptions',
	description: 'List the recurring reports',
	subtitle: 'Get Many Subscriptions',
	fields: [...limitFields, ...outputFieldsFor(subscriptionColumns)],
	prepare: (item) => ({
		limit: readLimit(item),
		output: readOutput(item),
	}),
	carryOut: async ({ limit, output }, run) => {
		const subscriptions = await run.reporting.listSubscriptions();
		const first = limitWithHint(run, subscriptions, limit, 'subscriptions');
		return first.map((subscription) => ({
			json: applyOutput(subscription, output, subscriptionRow),
		}));
	},
});

const remove = reportingOperation({
	name: 'Delete',
	action: 'Delete report subscription',
	description: 'Stop a recurring report and delete its subscription',
	subtitle: 'Delete Subscription',
	fields: [subscriptionLocator],
	prepare: (item) => requirePicked(item, subscriptionLocator),
	carryOut: async (name, { reporting }) => {
		await reporting.deleteSubscription(name);
		return [{ json: { deleted: true, outcome: 'deleted', reportName: name } }];
	},
});

const operations = { upsert, delete: remove, get, getAll };

export const reportSubscription: Resource = {
	name: 'Report Subscription',
	value: 'reportSubscription',
	description: 'Recurring reports',
	default: 'getAll' satisfies keyof typeof operations,
	operations,
};
