import type { ContentChoices } from './choices';
import { files } from './files';
import {
	type OutputResult,
	peekFirstReport,
	type ReportContext,
	type ReportSources,
} from './reading';
import { oneBatch, rows } from './rows';
import { spreadsheet } from './spreadsheet';
import { totals } from './totals';

const OUTPUTS = { file: files, rows, oneBatch, totals, workbook: spreadsheet };

/** Several sources are parts of one report, and are read as one. */
export const toOutput = async (
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
): Promise<OutputResult> =>
	await OUTPUTS[choices.output](context, await peekFirstReport(sources, choices.read), choices);
