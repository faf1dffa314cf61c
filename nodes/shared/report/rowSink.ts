/** What is known of a report besides its bytes; all of it may become columns. */
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

/** What a reader hands the rows of a report to. */
export interface RowSink {
	/** The text of the row's cells, by the slots that `columns` gave out. */
	readonly cells: string[];
	/** What the report says about itself. Called before any column. */
	metadata(facts: ReportMetadata): void;
	/**
	 * Reports columns as they are met, each name once. The answer is the slot for each one's
	 * cells, or -1 for those that nobody asked for.
	 */
	columns(names: string[]): number[];
	/** Called if all columns are known before the first row, so that missing ones can be refused. */
	columnsAreComplete(): void;
	/** Whether the slot has to be filled before `accepts` is asked. */
	decides(slot: number): boolean;
	/** Whether the row passes the filter. */
	accepts(): boolean;
	/** Takes the row. False when no more are wanted. */
	row(): boolean;
}
