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

/** Makes of reports what the user chose. Those that are parts of one are read one after the other, as one. */
export const toOutput = async (
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
): Promise<OutputResult> =>
	await OUTPUTS[choices.output](context, await peekFirstReport(sources, choices.read), choices);
