import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { flagField, optionsField, textField } from '../../../shared/node/fields';
import {
	concurrencyOption,
	given,
	type Parameters,
	readOptions,
	readPicked,
} from '../../../shared/node/parameters';
import { type Action, type Operation, operation, type Run } from '../../../shared/node/resource';
import { readAll, refusal } from '../../../shared/problem';
import { Reporting } from '../../../shared/service/reporting';

const organizationIdOption: INodeProperties = textField('Organization ID', 'organizationId', {
	placeholder: 'e.g. merchant_one',
	description:
		'The merchant, account or reseller to act for. Only partners need it. Leave it out to use the one in the credential.',
});

/** The organization to act for; '' for that of the credential. */
export const readOrganizationId = (fields: Parameters): string =>
	given(readOptions(fields).organizationId, 'Organization ID') ?? '';

export const downloadOption: INodeProperties = flagField(
	'Request Download',
	'download',
	'Whether to send download=true, which some services expect',
	{ default: true },
);

export const readDownload = (fields: Parameters): true | undefined =>
	readOptions(fields).download === true ? true : undefined;

export const failIfEmptyOption: INodeProperties = flagField(
	'Fail If Empty',
	'failIfEmpty',
	'Whether to fail if the service has no transactions for the request. Otherwise the node returns no items, and n8n ends this branch of the workflow. The content of a file is not checked.',
	{ default: true },
);

export const readFailIfEmpty = (fields: Parameters): boolean =>
	readOptions(fields).failIfEmpty === true;

/** What was picked from a list or entered. */
export function readChosen(item: Parameters, { name, displayName }: INodeProperties): string {
	const chosen = readPicked(item, name);
	if (chosen !== '') return chosen;
	throw refusal('choose one from the list, or enter it', undefined, displayName);
}

export interface ReportingRun extends Run {
	reporting: Reporting;
}

interface ReportingAction<Plan> extends Omit<Action<Plan>, 'carryOut'> {
	/** Beside those that every action has. */
	options?: INodeProperties[];
	carryOut(plan: Plan, run: ReportingRun): Promise<INodeExecutionData[]>;
}

/** An action of the reporting service, which may act for another organization. */
export const reportingOperation = <Plan>({
	options = [],
	...action
}: ReportingAction<Plan>): Operation =>
	operation({
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
