import type { ContentChoices } from './choices';
import { files } from './files';
import { oneBatch } from './oneBatch';
import type { OutputResult, ReportContext, ReportSources } from './reading';
import { rows } from './rows';
import { spreadsheet } from './spreadsheet';
import { totals } from './totals';

/** Makes of reports what the user chose. Those that are parts of one are read one after the other, as one. */
export async function handOverAll(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
): Promise<OutputResult> {
	switch (choices.output) {
		case 'file':
			return await files(context, sources, choices);
		case 'rows':
			return await rows(context, sources, choices);
		case 'oneBatch':
			return await oneBatch(context, sources, choices);
		case 'totals':
			return await totals(context, sources, choices);
		case 'workbook':
			return await spreadsheet(context, sources, choices);
	}
}
