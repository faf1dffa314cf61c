import type { Attribute, Convention } from '../catalog/attributes';
import type { Definition } from '../catalog/definitions';
import type { Period } from '../ledger/ledger';
import type { Transaction } from '../ledger/transaction';

export const MIME_TYPES = ['application/xml', 'text/csv'] as const;
export type MimeType = (typeof MIME_TYPES)[number];

/** What the specification leaves open about a CSV file. */
export interface CsvStyle {
	/** With a byte order mark, CR and LF, and quotes around every cell. */
	forSpreadsheets: boolean;
	preamble: boolean;
}

/** What a report file looks like, whatever rows it will hold. */
export interface Layout {
	definition: Definition;
	attributes: readonly Attribute[];
	period: Period;
	organizationId: string;
	signedAmounts: boolean;
	/** CSV only; the attribute's own id when it is left out. */
	convention?: Convention;
	/** CSV only. */
	csvStyle?: CsvStyle;
	/** Where the document types of XML reports are said to be. */
	dtdAddress: string;
}

/** Writes one file, front to back. */
export interface ReportWriter {
	head(): string;
	/** What comes between the last row and this one, where rows stand in groups. */
	transition(transaction: Transaction): string;
	row(transaction: Transaction): string;
	tail(): string;
}
