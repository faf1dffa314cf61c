import type { ContentChoices } from './choices';
import { toFiles } from './files';
import {
	type ItemsAndRowCount,
	withZoneOfFirst,
	type ExecuteOrPoll,
	type ReportSources,
} from './reading';
import { toBatch, toRows } from './rows';
import { toSpreadsheet } from './spreadsheet';
import { toTotals } from './totals';

const OUTPUTS = {
	file: toFiles,
	oneBatch: toBatch,
	rows: toRows,
	totals: toTotals,
	workbook: toSpreadsheet,
};

/** Several sources are parts of one report, and are read as one. */
export const toOutput = async (
	context: ExecuteOrPoll,
	sources: ReportSources,
	choices: ContentChoices,
): Promise<ItemsAndRowCount> =>
	await OUTPUTS[choices.output](context, await withZoneOfFirst(sources, choices.read), choices);
