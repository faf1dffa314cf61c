import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../../../shared/node/parameters';
import { readOptions } from '../../../../shared/node/parameters';
import type { Job } from './order';

export const orderAgainOption: INodeProperties = {
	displayName: 'Order Failed Parts Again',
	name: 'orderAgain',
	type: 'boolean',
	default: false,
	description:
		'Whether to order a failed report again, up to three times, with "(again 2)" and so on after its name. Otherwise the node stops with an error.',
};

export const readOrderAgain = (fields: Parameters): boolean =>
	readOptions(fields).orderAgain === true;

/** How often a part is ordered at most, the first time included. */
const MOST_TIMES = 4;

const TIMES = /^(.*) \(again (\d)\)$/s;

/** The same part under the next name, after the service failed to make it; undefined after too many times. */
export function jobAgain(job: Job): Job | undefined {
	const [, name = job.reportName, times = '1'] = TIMES.exec(job.reportName) ?? [];
	const next = Number(times) + 1;
	if (next > MOST_TIMES) return undefined;
	const reportName = `${name} (again ${next})`;
	return { ...job, reportName, body: { ...job.body, reportName } };
}

/** The longest name that a part may get. */
export const longestName = (name: string): string => `${name} (again ${MOST_TIMES})`;
