import type { ContentChoices } from './choices';
import type { ReportContext, ReportSources } from './reading';
import type { HandedOver } from './controlTotal';
import { files } from './files';
import { oneBatch } from './oneBatch';
import { rows } from './rows';
import { spreadsheet } from './spreadsheet';
import { totals } from './totals';

/** Their items are no rows, so that the control total can stand on them. */
const NO_ROWS: ReadonlyArray<ContentChoices['output']> = ['file', 'oneBatch', 'workbook'];

/** Makes of reports what the user chose. Those that are parts of one are read one after the other, as one. */
export async function handOverAll(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
	{ countFileRows = false } = {},
): Promise<HandedOver> {
	const { items, control } = await make(context, sources, choices, countFileRows);
	if (NO_ROWS.includes(choices.output)) {
		for (const { json } of items) json.controlTotal = { ...control };
	}
	return { items, control };
}

async function make(
	context: ReportContext,
	sources: ReportSources,
	choices: ContentChoices,
	countFileRows: boolean,
): Promise<HandedOver> {
	switch (choices.output) {
		case 'file':
			return await files(context, sources, choices, countFileRows);
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
