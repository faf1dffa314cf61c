import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { REPORT_FORMATS } from '../../../shared/catalog/definitions';
import { showHint } from '../../../shared/node/output';
import { booleanField, locatorField, optionsField, textField } from '../../../shared/node/fields';
import {
	concurrencyOption,
	optionalText,
	type Parameters,
	readOptions,
	readLocatorValue,
} from '../../../shared/node/parameters';
import {
	type OperationDefinition,
	type Operation,
	defineOperation,
	type ItemRun,
} from '../../../shared/node/resource';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';

export const definitionLocator = locatorField(
	'Report Definition',
	'reportDefinitionName',
	'searchReportDefinitions',
	[{ displayName: 'Name', name: 'name', placeholder: 'e.g. TransactionRequestClass' }],
	{
		default: {
			mode: 'list',
			value: 'TransactionRequestClass',
			cachedResultName: 'Transaction Request Report',
		},
		required: true,
		description: 'The type of report',
	},
);

export const subscriptionLocator = locatorField(
	'Subscription',
	'reportName',
	'searchSubscriptions',
	[{ displayName: 'Name', name: 'name', placeholder: 'e.g. Daily transactions' }],
	{ required: true },
);

export const reportFormatField = (description: string): INodeProperties => ({
	displayName: 'Format',
	name: 'reportMimeType',
	type: 'options',
	default: 'text/csv',
	description,
	options: REPORT_FORMATS,
});

const organizationIdOption: INodeProperties = textField('Organization ID', 'organizationId', {
	placeholder: 'e.g. merchant_one',
	description:
		'The merchant, account or reseller to act for. Only partners need it. Leave it out to use the one in the credential.',
});

/** Empty for the organization in the credential. */
const readOrganizationId = (fields: Parameters): string =>
	optionalText(readOptions(fields).organizationId, 'Organization ID') ?? '';

export const reportingOf = (run: Parameters & Pick<ItemRun, 'transport'>): Reporting =>
	new Reporting(run.transport, readOrganizationId(run));

export const sendDownloadFlagOption: INodeProperties = booleanField(
	'Request Download',
	'download',
	'Whether to send download=true, which some services expect',
	{ default: true },
);

export const readSendDownloadFlag = (fields: Parameters): true | undefined =>
	readOptions(fields).download === true ? true : undefined;

export const failIfEmptyOption: INodeProperties = booleanField(
	'Fail If Empty',
	'failIfEmpty',
	'Whether to fail if the service has no transactions for the request. Otherwise the node returns no items, and n8n ends this branch of the workflow. The content of a file is not checked.',
	{ default: true },
);

export const readFailIfEmpty = (fields: Parameters): boolean =>
	readOptions(fields).failIfEmpty === true;

export function requirePicked(item: Parameters, { name, displayName }: INodeProperties): string {
	const chosen = readLocatorValue(item, name);
	if (chosen !== '') return chosen;
	throw refusal('choose one from the list, or enter it', undefined, displayName);
}

export interface ReportingRun extends ItemRun {
	reporting: Reporting;
}

interface ReportingOperationDefinition<Plan> extends Omit<OperationDefinition<Plan>, 'carryOut'> {
	/** In addition to those of every action. */
	options?: INodeProperties[];
	carryOut(plan: Plan, run: ReportingRun): Promise<INodeExecutionData[]>;
}

export const reportingOperation = <Plan>({
	options = [],
	...action
}: ReportingOperationDefinition<Plan>): Operation =>
	defineOperation({
		...action,
		fields: [...action.fields, optionsField(...options, organizationIdOption, concurrencyOption)],
		prepare: (item) =>
			readAll({
				plan: () => action.prepare(item),
				organizationId: () => readOrganizationId(item),
			}),
		carryOut: async ({ plan, organizationId }, run) => {
			const reporting = new Reporting(run.transport, organizationId);
			return await action.carryOut(plan, { ...run, reporting });
		},
	});

export function limitWithHint<Entry>(
	run: ItemRun,
	entries: readonly Entry[],
	limit: number,
	words: string,
): Entry[] {
	if (entries.length > limit)
		showReturnAllHint(run, `These are ${limit} of ${entries.length} ${words}.`);
	return entries.slice(0, limit);
}

export const showLimitHint = (run: ItemRun, limit: number, words: string): string =>
	showReturnAllHint(run, `These are the first ${limit} ${words}, and there are more.`);

function showReturnAllHint({ context }: ItemRun, words: string): string {
	const message = `${words} Turn on Return All to get all of them.`;
	showHint(context, message, { type: 'info' });
	return message;
}
