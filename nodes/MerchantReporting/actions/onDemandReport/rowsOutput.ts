import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../shared/node/errors';
import { read } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { OnDemand } from '../../../shared/service/reportingAnswers';
import type { Period } from '../../../shared/period/period';
import { offsetText, utcText } from '../../../shared/period/period';
import { textOf } from '../../../shared/text';
import type { Query } from '../../../shared/transport/request';
import type { Wanted } from '../common/download';
import { readWanted, receiveAll } from '../common/download';
import { CSV } from '../common/reportBody';
import type { Asked } from './asked';
import { asItems, eachWindow, reportingFor } from './asked';
import { aboutFile, onDemandOptions, onDemandOutput } from './fileOutput';
import type { TellUnread } from './rows';
import { sameKeys } from './rows';
import { TOTALS_COLUMNS } from './summaryTotals';

/** Where everything is made of JSON, a file is one of the rows. */
const MADE_FILE = 'The rows as a CSV file';
const OF_FILES = ['spreadsheetFormat', 'binaryPropertyName'];

export const rowsFields: INodeProperties[] = onDemandOutput('totals').map((field) =>
	field.name !== 'output'
		? field
		: {
				...field,
				options: (field.options as Array<{ value: string }>).map((choice) =>
					choice.value === 'file' ? { ...choice, description: MADE_FILE } : choice,
				) as INodeProperties['options'],
			},
);

export const rowsOptions = onDemandOptions('totals').filter(({ name }) => OF_FILES.includes(name));

export interface RowsOutput {
	output: 'rows' | 'totals' | 'file' | 'workbook';
	/** What to make of the rows where they are not the output themselves. */
	wanted?: Wanted;
}

export function readRowsOutput(item: Item): RowsOutput {
	const output = read<RowsOutput['output']>(item, 'output', 'rows');
	return output === 'rows' || output === 'totals'
		? { output }
		: { output, wanted: readWanted(item) };
}

/** How the answers to an on-demand report become rows. */
export interface Shape<Answer> {
	report: OnDemand;
	title: string;
	/** One answer for the whole period from those for its windows. */
	join: (answers: readonly Answer[], tell: TellUnread) => Answer;
	rows: (answer: Answer) => IDataObject[];
	/** Those of the whole period from the answers for its windows. */
	totals: (answers: readonly Answer[], tell?: TellUnread) => IDataObject[];
	/** The total of a period without transactions. */
	nothing: IDataObject;
	/** The usual columns, in their order. */
	usual: readonly string[];
	/** A row as a file has it, so that each line says what it is. */
	lines?: (row: IDataObject) => IDataObject[];
}

/** Asks for the windows of a period, and gives what the user chose of the answers. */
export async function askForRows<Answer extends object>(
	run: Run,
	asked: Asked & RowsOutput & { query?: Query },
	{ report, title, join, rows, totals, nothing, usual, lines = (row) => [row] }: Shape<Answer>,
): Promise<INodeExecutionData[]> {
	const reporting = reportingFor(run, asked);
	const ask = async (window: Period) => {
		const answered = await reporting.onDemand<Answer>(report, window, asked.query);
		return answered.kind === 'found' ? answered.body : undefined;
	};
	const answers = await eachWindow(run, asked, ask);
	const parts = answers.length;
	const unread = new Map<string, unknown>();
	const tell: TellUnread = (field, value) => {
		if (!unread.has(field)) unread.set(field, value);
	};
	const all = parts === 0 ? [] : rows(join(answers, tell));
	const { output, wanted, period } = asked;
	if (wanted !== undefined) {
		warnOfUnread(run, unread);
		const source = () => ({
			...aboutFile(title, period),
			definition: report,
			mimeType: CSV,
			stream: {
				bytes: run.transport.streamOf(inCsv(sameKeys(all.flatMap(lines)))),
				contentType: CSV,
			},
		});
		const subject = aboutFile(title, period);
		return await receiveAll(run, all.length === 0 ? [] : [source()], wanted, subject);
	}
	const sums = output === 'totals' && parts > 0 ? totals(answers, tell) : [];
	const summed = sums.length > 0 ? sums : [nothing];
	warnOfUnread(run, unread);
	const shown =
		output === 'totals'
			? sameKeys(summed, [...usual, ...TOTALS_COLUMNS])
			: sameKeys(all, usual, !asked.allColumns);
	return asItems(shown, asked, all.length, output === 'totals' ? offsetText : utcText);
}

const cell = (value: unknown): string => `"${textOf(value).replaceAll('"', '""')}"`;

async function* inCsv(rows: readonly IDataObject[]): AsyncGenerator<Uint8Array> {
	const line = (values: readonly unknown[]) => Buffer.from(`${values.map(cell).join()}\r\n`);
	yield line(Object.keys(rows[0] ?? {}));
	for (const row of rows) yield line(Object.values(row));
}

/** No message is longer than a few lines, whatever the service gives. */
const MOST_TOLD = 5;
const LONGEST_TOLD = 40;

function warnOfUnread({ context }: Run, unread: ReadonlyMap<string, unknown>): void {
	if (unread.size === 0) return;
	const told = [...unread]
		.slice(0, MOST_TOLD)
		.map(([field, value]) => `${inShort(field)} ${inShort(JSON.stringify(value))}`);
	const others = unread.size - told.length;
	showHint(
		context,
		`Some values cannot be added up, so their sums are left empty: ${told.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
	);
}

const inShort = (text: string): string =>
	text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text;
