import type { ReportMetadata } from './rowSink';

export const COMPARISONS = [
	'contains',
	'notContains',
	'endsWith',
	'equals',
	'atLeast',
	'atMost',
	'empty',
	'greater',
	'less',
	'notEmpty',
	'oneOf',
	'notEquals',
	'startsWith',
] as const;

export type Comparison = (typeof COMPARISONS)[number];

export interface Condition {
	column: string;
	comparison: Comparison;
	value: string;
}

/** How the user wants a report read. The editor's fields and defaults are in shared/content. */
export interface ReadChoices {
	columns: string[];
	columnNames: 'report' | 'safe';
	emptyCells: 'text' | 'null';
	filters: Condition[];
	/** 0 for all. */
	firstRows: number;
	formulas: 'keep' | 'apostrophe';
	metadataColumns: Array<keyof ReportMetadata>;
	rowKey: 'none' | 'row' | 'columns';
	rowKeyColumns: string[];

	amounts: 'text' | 'number' | 'minorUnits';
	amountColumns: string[];
	currency: string;
	times: 'text' | 'iso';
	timeColumns: string[];
	timeZone: string;

	preamble: 'auto' | 'yes' | 'no';
	shortRows: 'error' | 'pad';

	rowElement: string;
	repeated: 'number' | 'rows';
	wrapperAttributes: boolean;
}

export interface TotalChoices {
	groupBy: string[];
	sumColumns: string[];
	/** Whether only accepted rows count, and refunds and chargebacks are subtracted. */
	acceptedOnly?: boolean;
}
