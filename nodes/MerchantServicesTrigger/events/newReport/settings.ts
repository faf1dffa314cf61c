import type { Start } from '../start';

export interface ReportFilters {
	/** Names, in which `*` stands for anything. Empty: every name. */
	names: string[];
	/** Names or numbers of report types. */
	definitions: string[];
	frequencies: string[];
	mimeTypes: string[];
	statuses: string[];
}

export interface ReportSettings {
	filters: ReportFilters;
	start: Start;
	/** How far back each poll looks again for reports that show up late. */
	lookBackHours: number;
	/** At most so many reports are handed over in one poll. */
	limit: number;
}
