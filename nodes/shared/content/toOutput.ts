import type { ContentChoices } from './choices';
import { toFiles } from './files';
import {
	type OutputResult,
	peekFirstReport,
	type ReportContext,
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
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
): Promise<OutputResult> =>
	await OUTPUTS[choices.output](context, await peekFirstReport(sources, choices.read), choices);
