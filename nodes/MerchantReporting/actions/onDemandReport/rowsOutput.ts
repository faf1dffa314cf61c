import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { read } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { OnDemand } from '../../../shared/service/reportingAnswers';
import type { Period } from '../../../shared/period/period';
import type { Query } from '../../../shared/transport/request';
import type { Asked } from './asked';
import { asItems, eachWindow, reportingFor } from './asked';
import type { TellUnread } from './rows';
import { sameKeys } from './rows';

export const rowsField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'rows',
	description: 'What to return',
	options: [
		{ name: 'Rows', value: 'rows', description: 'One item per row, flat' },
		{ name: 'Totals Only', value: 'totals', description: 'One item per total' },
	],
};

export type RowsOutput = 'rows' | 'totals';

export const readRowsOutput = (item: Item): RowsOutput => read<RowsOutput>(item, 'output', 'rows');

/** How the answers to an on-demand report become rows. */
export interface Shape<Answer> {
	report: OnDemand;
	/** One answer for the whole period from those for its windows. */
	join: (answers: readonly Answer[], tell: TellUnread) => Answer;
	rows: (answer: Answer) => IDataObject[];
	/** Those of the whole period from the answers for its windows. */
	totals: (answers: readonly Answer[], tell?: TellUnread) => IDataObject[];
	/** The columns to begin with. */
	first: readonly string[];
}

/** Asks for the windows of a period, and gives what the user chose of the answers. */
export async function askForRows<Answer extends object>(
	run: Run,
	asked: Asked & { rowsOutput: RowsOutput; query?: Query },
	{ report, join, rows, totals, first }: Shape<Answer>,
): Promise<INodeExecutionData[]> {
	const reporting = reportingFor(run, asked);
	const ask = async (window: Period) => {
		const answered = await reporting.onDemand<Answer>(report, window, asked.query);
		return answered.kind === 'found' ? answered.body : undefined;
	};
	const answers = await eachWindow(run, asked, ask);
	const parts = answers.length;
	if (parts === 0) return asItems([], asked, { parts, rowsRead: 0, readToEnd: true });
	const unread = new Map<string, unknown>();
	const tell: TellUnread = (field, value) => {
		if (!unread.has(field)) unread.set(field, value);
	};
	const answer = join(answers, tell);
	const all = rows(answer);
	const shown = sameKeys(asked.rowsOutput === 'totals' ? totals(answers, tell) : all, first);
	warnOfUnread(run, unread);
	return asItems(shown, asked, { parts, rowsRead: all.length, readToEnd: true });
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
	context.addExecutionHints({
		message: `Some values cannot be added up, so their sums are left empty: ${told.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
		type: 'warning',
		location: 'outputPane',
	});
}

const inShort = (text: string): string =>
	text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text;
