import type { RowCondition } from './filter';

/** What is known of a report besides its bytes; all of it may become columns. Empty where only this run does not know it. */
export interface ReportMetadata {
	reportId?: string;
	reportName?: string;
	reportDate?: string;
	periodStart?: string;
	periodEnd?: string;
	/** When it was made. */
	reportCompletedTime?: string;
	organizationId?: string;
	/** That of the subscription, or the one that was ordered. */
	timeZone?: string;
}

/** How the user wants a report read. The editor's fields are in shared/content. */
export interface ReadChoices {
	columns: string[];
	filters: RowCondition[];
	metadataColumns: Array<keyof ReportMetadata>;
	/** Whether each row also says what it is, and what it adds to net. */
	addsKind: boolean;
	amounts: 'text' | 'number';
	/** The zone of the times that come out, and of those that name none: `report` for its own. */
	timeZone: string;
}
