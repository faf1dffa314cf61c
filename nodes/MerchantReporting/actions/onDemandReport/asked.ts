import type { INodeProperties } from 'n8n-workflow';

import { REPORT_FORMATS } from '../../../shared/catalog/definitions';
import { onDemandOptions } from '../../../shared/content/fields';
import { textField } from '../../../shared/node/fields';
import { given, readOptions } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { readAll } from '../../../shared/problem';
import { readNames } from '../../../shared/text';
import { Reporting } from '../../../shared/service/reporting';
import type { OnDemand } from '../../../shared/service/reportingAnswers';
import type { Query } from '../../../shared/transport/request';
import { readWanted, type RequestedContent } from '../common/download';
import { failIfEmptyOption, readOrganizationId } from '../common/options';
import { readPeriod } from '../common/period';
import { CSV } from '../common/reportBody';

export const groupNameOption: INodeProperties = textField('Group Name', 'groupName', {
	description: 'Only merchants in this group. Use the name from the merchant portal.',
});

export const formatOption: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'text/csv',
	description: 'The format of the file',
	displayOptions: { show: { '/output': ['file'] } },
	options: REPORT_FORMATS,
};

/** The options that every on-demand report has. */
export const ON_DEMAND_OPTIONS = [...onDemandOptions, failIfEmptyOption];

/** What every on-demand report is asked for, and what is made of it. */
export interface OnDemandPlan {
	period: Period;
	organizationId: string;
	wanted: RequestedContent;
	/** Of a file. */
	format: string;
	/** Whether rows have all columns. */
	allColumns: boolean;
}

export function readAsked(item: Item): OnDemandPlan {
	const plan = readAll({
		period: () => readPeriod(item),
		wanted: () => readWanted(item),
	});
	return {
		...plan,
		organizationId: readOrganizationId(item),
		format: given(readOptions(item).format) ?? CSV,
		allColumns: readNames(readOptions(item).addColumns ?? []).includes('all'),
	};
}

/** The answer of the service; nothing where it has no transactions. */
export async function ask<Answer extends object>(
	run: Run,
	asked: OnDemandPlan,
	report: OnDemand,
	query?: Query,
): Promise<Partial<Answer>> {
	const answered = await reportingFor(run, asked).onDemand<Answer>(report, asked.period, query);
	return answered.kind === 'found' ? answered.body : {};
}

/** The service, as it is asked. */
export const reportingFor = (
	{ transport }: Run,
	{ organizationId }: Pick<OnDemandPlan, 'organizationId'>,
): Reporting => new Reporting(transport, organizationId);
