import { toWireNames } from '../catalogue';
import type { Condition, ReadChoices, TotalChoices } from '../report/choices';
import { COMPARISONS } from '../report/choices';
import { ReportProblem } from '../report/problem';

export type ContentChoices = { read: ReadChoices } & (
	| { output: 'rows' }
	| { output: 'file' | 'rowsAndFile'; binaryPropertyName: string }
	| { output: 'batches'; batchSize: number }
	| { output: 'totals'; totals: TotalChoices }
);

type Parameter = (name: string, fallback: unknown) => unknown;

const DEFAULTS: ReadChoices = {
	columns: [],
	columnNames: 'report',
	emptyCells: 'text',
	filters: [],
	firstRows: 0,
	formulas: 'keep',
	metadataColumns: [],
	rowKey: 'none',
	rowKeyColumns: [],
	amounts: 'text',
	amountColumns: [],
	currency: '',
	times: 'text',
	timeColumns: [],
	timeZone: 'UTC',
	preamble: 'auto',
	shortRows: 'error',
	openEnd: 'error',
	rowElement: '',
	repeated: 'number',
	wrapperAttributes: false,
};

const NAME_LISTS = ['columns', 'rowKeyColumns', 'amountColumns', 'timeColumns'] as const;

/** A list from an expression, or names separated by commas; quotes protect a comma in a name. */
export function readNames(value: unknown): string[] {
	if (Array.isArray(value)) return value.map(String).filter((name) => name !== '');
	if (typeof value !== 'string') return [];
	const names = value.match(/"(?:[^"]|"")*"|[^,\n"]+/g) ?? [];
	return names
		.map((name) => name.trim())
		.map((name) => (name.startsWith('"') ? name.slice(1, -1).replace(/""/g, '"') : name))
		.filter((name) => name !== '');
}

function readFilters(value: unknown): Condition[] {
	const { conditions = [] } = (value ?? {}) as { conditions?: Array<Partial<Condition>> };
	return conditions.map(({ column = '', comparison = 'equals', value: wanted = '' }, index) => {
		if (column === '') {
			throw new ReportProblem(
				`Row Filter, condition ${index + 1}: Column is required`,
				'Enter the name of a column as it stands in the report, or remove the condition.',
			);
		}
		if (!COMPARISONS.includes(comparison)) {
			throw new ReportProblem(
				`Row Filter, condition ${index + 1}: "${String(comparison)}" is not a comparison`,
				`Use one of: ${COMPARISONS.join(', ')}.`,
			);
		}
		return { column, comparison, value: String(wanted) };
	});
}

function wholeNumber(name: string, value: unknown, least: number): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= least) return number;
	throw new ReportProblem(
		`${name} is "${String(value)}"`,
		`Enter a whole number from ${least} up, without separators.`,
	);
}

type RowOptions = Partial<Record<keyof ReadChoices | 'catalogueColumns', unknown>>;

export function readRowOptions(value: unknown): ReadChoices {
	const { catalogueColumns, ...given } = (value ?? {}) as RowOptions;
	const choices = { ...DEFAULTS, ...given } as ReadChoices;
	for (const list of NAME_LISTS) choices[list] = readNames(given[list]);
	choices.columns = toWireNames([...readNames(catalogueColumns), ...choices.columns]);
	choices.filters = readFilters(given.filters);
	choices.firstRows = wholeNumber('First Rows Only', choices.firstRows, 0);
	choices.currency = choices.currency.trim().toUpperCase();
	choices.rowElement = choices.rowElement.trim();
	if (choices.rowKey === 'columns' && choices.rowKeyColumns.length === 0) {
		throw new ReportProblem(
			'Row Key Columns is required',
			'Name the columns that tell rows apart, for example RequestID, or choose the whole row as Row Key.',
		);
	}
	return choices;
}

/** Reads what the user chose in the fields of contentFields. */
export function readContentChoices(parameter: Parameter): ContentChoices {
	const output = parameter('output', 'rows') as ContentChoices['output'];
	if (output === 'file') {
		return { output, read: DEFAULTS, binaryPropertyName: readBinaryPropertyName(parameter) };
	}
	const read = readRowOptions(parameter('rowOptions', {}));
	switch (output) {
		case 'rows':
			return { output, read };
		case 'rowsAndFile':
			return { output, read, binaryPropertyName: readBinaryPropertyName(parameter) };
		case 'batches':
			return {
				output,
				read,
				batchSize: wholeNumber('Rows per Batch', parameter('batchSize', 1000), 1),
			};
		case 'totals':
			return {
				output,
				read,
				totals: {
					groupBy: readNames(parameter('groupBy', '')),
					sumColumns: readNames(parameter('sumColumns', '')),
				},
			};
		default:
			throw new ReportProblem(
				`Output is "${String(output)}"`,
				'Use one of: file, rows, rowsAndFile, batches, totals.',
			);
	}
}

function readBinaryPropertyName(parameter: Parameter): string {
	const name = String(parameter('binaryPropertyName', 'data')).trim();
	if (name !== '') return name;
	throw new ReportProblem(
		'Put Output File in Field is required',
		'Enter the name of the field for the file, for example data.',
	);
}
