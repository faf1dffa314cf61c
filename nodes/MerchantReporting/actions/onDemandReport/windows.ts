import { NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import type { ItemRun } from '../../../shared/items';
import { utcText, type Period } from '../../../shared/period';
import { unlessNoData } from '../../rules/emptyResult';
import { failsIfEmpty } from '../common/empty';

/** Asks for each window in turn and tells the progress; one without transactions gives nothing. */
export const eachWindow = async <T>(
	{ context }: ItemRun,
	windows: readonly Period[],
	ask: (window: Period) => Promise<T>,
): Promise<T[]> => {
	const answers: T[] = [];
	for (const [i, window] of windows.entries()) {
		if (windows.length > 1) {
			context.logger.info(
				`Fetching window ${i + 1} of ${windows.length}: ${utcText(window.start)} to ${utcText(window.end)}.`,
			);
		}
		const answer = await unlessNoData(false, async () => await ask(window));
		if (answer !== undefined) answers.push(answer);
	}
	return answers;
};

/** The result as it is, or an error where it is empty and the user wants to know. */
export const unlessEmpty = <T>(run: ItemRun, period: Period, items: T[]): T[] => {
	if (items.length === 0 && failsIfEmpty(run)) {
		throw new NodeOperationError(
			run.context.getNode(),
			`There are no transactions from ${utcText(period.start)} to ${utcText(period.end)}`,
			{
				itemIndex: run.index,
				description: 'Choose another period, or turn off Fail If Empty to go on without items.',
			},
		);
	}
	return items;
};

/** Puts the instants that were asked for on each row. */
export const asItems = (
	rows: readonly IDataObject[],
	{ start, end }: Period,
): INodeExecutionData[] => {
	const period = { periodStart: utcText(start), periodEnd: utcText(end) };
	return rows.map((row) => ({ json: { ...row, ...period } }));
};
