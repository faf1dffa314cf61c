import type { INodeExecutionData } from 'n8n-workflow';
import type { ContentChoices } from './choices';
import type { ReportContext, ReportSource, ReportSources } from './reading';
import type { HandedOver } from './controlTotal';
import { files } from './files';
import { oneBatch } from './oneBatch';
import { rows } from './rows';
import { spreadsheet } from './spreadsheet';
import { totals } from './totals';

/** Makes of a downloaded report what the user chose: rows, totals, a file, a spreadsheet. */
export async function handOver(
	context: ReportContext,
	source: ReportSource,
	choices: ContentChoices,
): Promise<INodeExecutionData[]> {
	return (await handOverAll(context, [source], choices)).items;
}

/** Their items are no rows, so that the control total can stand on them. */
const NO_ROWS: ReadonlyArray<ContentChoices['output']> = ['file', 'oneBatch', 'workbook'];

/** The same for a report that comes in parts: they are read one after the other, as one. */
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
