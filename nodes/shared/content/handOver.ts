import type { ContentChoices } from './choices';
import type { ReportContext, ReportSources } from './reading';
import { type HandedOver, withControl } from './controlTotal';
import { files } from './files';
import { oneBatch } from './oneBatch';
import { rows } from './rows';
import { spreadsheet } from './spreadsheet';
import { totals } from './totals';

/** Makes of reports what the user chose. Those that are parts of one are read one after the other, as one. */
export async function handOverAll(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
	{ countFileRows = false } = {},
): Promise<HandedOver> {
	switch (choices.output) {
		case 'file':
			return withControl(await files(context, sources, choices, countFileRows));
		case 'rows':
			return await rows(context, sources, choices);
		case 'oneBatch':
			return withControl(await oneBatch(context, sources, choices));
		case 'totals':
			return await totals(context, sources, choices);
		case 'workbook':
			return withControl(await spreadsheet(context, sources, choices));
	}
}
