import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import type { Period } from '../../../shared/period';
import { sameKeys } from '../../onDemand/rows';
import { read } from '../common/parameters';
import { asItems, unlessEmpty } from './windows';

/** How the answer to an on-demand report becomes rows. */
export interface Shape<Answer> {
	join: (answers: readonly Answer[]) => Answer;
	rows: (answer: Answer) => IDataObject[];
	totals: (answer: Answer) => IDataObject[];
}

/** What the user chose of the answers for the windows of a period. */
export const shapeOutput = <Answer extends object>(
	run: ItemRun,
	period: Period,
	answers: readonly Answer[],
	{ join, rows, totals }: Shape<Answer>,
): INodeExecutionData[] => {
	if (answers.length === 0) return unlessEmpty(run, period, []);
	const answer = join(answers);
	const all = rows(answer);
	unlessEmpty(run, period, all);
	switch (read<string>(run, 'rowsOutput', 'rowsAndTotals')) {
		case 'object':
			return asItems([answer as IDataObject], period);
		case 'rows':
			return asItems(sameKeys(all), period);
		case 'totals':
			return asItems(sameKeys(totals(answer)), period);
		default:
			return asItems(sameKeys([...all, ...totals(answer)]), period);
	}
};
