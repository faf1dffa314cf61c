/** What is wrong, or doubtful, with one field. Read together: "Line item 3: Unit Price is required". */
export interface Problem {
	severity: 'error' | 'warning';
	/** The field's name in the editor; empty where the problem is of the whole. */
	field: string;
	/** The line item, counted from 1. */
	line?: number;
	/** What the field is or does wrong, and what to do. */
	message: string;
}

export const error = (field: string, message: string, line?: number): Problem => ({
	severity: 'error',
	field,
	message,
	line,
});

export const warning = (field: string, message: string, line?: number): Problem => ({
	severity: 'warning',
	field,
	message,
	line,
});

export function inWords({ field, line, message }: Problem): string {
	const place = line === undefined ? '' : `Line item ${line}: `;
	return `${place}${field === '' ? message : `${field} ${message}`}`;
}

/** A field that cannot be read is not missing as well: the first problem of a field is the one to tell. */
export const andOther = (first: readonly Problem[], others: readonly Problem[]): Problem[] => [
	...first,
	...others.filter(
		({ field, line }) => !first.some((known) => known.field === field && known.line === line),
	),
];

export const errorsOf = (problems: readonly Problem[]): Problem[] =>
	problems.filter(({ severity }) => severity === 'error');

export const warningsOf = (problems: readonly Problem[]): string[] =>
	problems.filter(({ severity }) => severity === 'warning').map(inWords);
