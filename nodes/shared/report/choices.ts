import type { RowCondition } from './filter';

/** May become columns. Empty if only this run doesn't know it. */
export interface ReportMetadata {
	reportId?: string;
	reportName?: string;
	reportDate?: string;
	periodStart?: string;
	periodEnd?: string;
	reportCompletedTime?: string;
	organizationId?: string;
	/** Of the subscription or the order. */
	timeZone?: string;
}

/** How the user wants a report read. The editor's fields are in shared/content. */
export interface RowChoices {
	columns: string[];
	filters: RowCondition[];
	metadataColumns: Array<keyof ReportMetadata>;
	/** Whether rows get `kind` and `signedAmount`. */
	addsKind: boolean;
	amounts: 'text' | 'number';
	/** Of the times in the output; `report` for that of the report. */
	timeZone: string;
}
