/** What is known of a report besides its bytes; all of it may become columns. */
export interface ReportMetadata {
	reportId?: string;
	reportName?: string;
	reportDate?: string;
	startTime?: string;
	endTime?: string;
	organizationId?: string;
}
