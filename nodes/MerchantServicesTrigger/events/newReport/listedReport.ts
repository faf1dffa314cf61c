import type { IDataObject } from 'n8n-workflow';

import { instant } from '../instant';

/** An entry of the list of generated reports, as far as the trigger reads it. */
export interface ListedReport {
	id: string;
	status: string;
	/** When it was completed, where the service says so. */
	completed?: number;
	/** The earliest and the latest of its times: the service does not say which one its list goes by. */
	earliest?: number;
	latest?: number;
	raw: IDataObject;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function readListedReport(raw: IDataObject): ListedReport {
	const completed = instant(raw.reportCompletedTime);
	const times = [raw.queuedTime, raw.reportGeneratingTime, raw.reportCompletedTime]
		.map(instant)
		.filter((time) => time !== undefined);
	return {
		id: text(raw.reportId) || `${text(raw.reportName)}@${text(raw.reportEndTime)}`,
		status: (text(raw.status) || text(raw.reportStatus)).toUpperCase(),
		completed,
		earliest: times.length === 0 ? undefined : Math.min(...times),
		latest: times.length === 0 ? undefined : Math.max(...times),
		raw,
	};
}

/** The service still works on it, or may work on it again. */
export const isUnfinished = ({ status }: ListedReport): boolean =>
	!['COMPLETED', 'ERROR', 'NO_DATA'].includes(status);
