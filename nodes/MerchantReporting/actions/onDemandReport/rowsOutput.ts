import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { read } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { OnDemand } from '../../../shared/service/reportingAnswers';
import type { Period } from '../../../shared/period/period';
import type { Query } from '../../../shared/transport/request';
import type { Asked } from './asked';
import { asItems, eachWindow, reportingFor } from './asked';
import { countedTwice } from './figureBorders';
import { sameKeys } from './rows';

export const rowsField: INodeProperties = {
	displayName: 'Output',
	name: 'rowsOutput',
	type: 'options',
	default: 'rowsAndTotals',
	description: 'What to return',
	options: [
		{ name: 'Rows', value: 'rows', description: 'One item per row, flat' },
		{
			name: 'Rows and Totals',
			value: 'rowsAndTotals',
			description: 'One item per row, then one per total, with the kind in "rowType"',
		},
		{ name: 'Totals', value: 'totals', description: 'Only the totals' },
		{
			name: 'Raw',
			value: 'object',
			description: 'The response of the service, unchanged, in one item',
		},
	],
};

export type RowsOutput = 'object' | 'rows' | 'rowsAndTotals' | 'totals';

export const readRowsOutput = (item: Item): RowsOutput =>
	read<RowsOutput>(item, 'rowsOutput', 'rowsAndTotals');

/** How the answers to an on-demand report become rows. */
export interface Shape<Answer> {
	report: OnDemand;
	/** One answer for the whole period from those for its windows. */
	join: (answers: readonly Answer[]) => Answer;
	rows: (answer: Answer) => IDataObject[];
	totals: (answer: Answer) => IDataObject[];
	/** Whether windows are added up, so that nothing shows what two of them have counted. */
	isAddedUp?: true;
	/** The columns to begin with. */
	first: readonly string[];
}

/** Asks for the windows of a period, and gives what the user chose of the answers. */
export async function askForRows<Answer extends object>(
	run: Run,
	asked: Asked & { rowsOutput: RowsOutput; query?: Query },
	{ report, join, rows, totals, first, isAddedUp }: Shape<Answer>,
): Promise<INodeExecutionData[]> {
	const reporting = reportingFor(run, asked);
	const ask = async (window: Period) => {
		const answered = await reporting.onDemand<Answer>(report, window, asked.query);
		return answered.kind === 'found' ? answered.body : undefined;
	};
	const answers = await eachWindow(run, asked, ask);
	const parts = answers.length;
	if (parts === 0) return asItems([], asked, { parts, rowsRead: 0, readToEnd: true });
	if (isAddedUp) warnOfBorders(run, await countedTwice(asked.windows, { ask, join, totals }));
	const answer = join(answers);
	const all = rows(answer);
	const shown = {
		object: () => [answer as IDataObject],
		rows: () => sameKeys(all, first),
		totals: () => sameKeys(totals(answer), first),
		rowsAndTotals: () => sameKeys([...all, ...totals(answer)], first),
	}[asked.rowsOutput]();
	return asItems(shown, asked, { parts, rowsRead: all.length, readToEnd: true });
}

function warnOfBorders({ context }: Run, moments: readonly string[]): void {
	if (moments.length === 0) return;
	context.addExecutionHints({
		message: `The figures of ${moments.join(', ')}, where two windows meet, may be counted twice: the service seems to count the end of a period as part of it. Ask for the whole period at once to be sure.`,
		type: 'warning',
		location: 'outputPane',
	});
}
