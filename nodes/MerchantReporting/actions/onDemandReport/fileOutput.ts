import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/source';
import { given, read, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { utcText } from '../../../shared/period/period';
import type { ServiceStream } from '../../../shared/transport/stream';
import type { Wanted } from '../common/download';
import { downloadFields, readWanted, sourceOf } from '../common/download';
import { CSV } from '../common/reportBody';

const OUTPUTS = ['rows', 'totals', 'file', 'workbook', 'spreadsheetCsv'];

/**
 * The outputs of an on-demand report and their fields. Rows come from JSON, which has no options of its own.
 * `fromJson`: the other outputs that do.
 */
export const onDemandOutput = (...fromJson: string[]): INodeProperties[] =>
	downloadFields().flatMap((field) => {
		if (field.name === 'output') {
			const choices = (field.options ?? []) as INodePropertyOptions[];
			return { ...field, options: choices.filter(({ value }) => OUTPUTS.includes(String(value))) };
		}
		const { show = {} } = field.displayOptions ?? {};
		const output = OUTPUTS.filter(
			(each) => show.output?.includes(each) && each !== 'rows' && !fromJson.includes(each),
		);
		const shown = { ...field.displayOptions, show: { ...show, output } };
		return output.length === 0 ? [] : { ...field, displayOptions: shown };
	});

/** For the two reports that the service gives in three formats. */
export const formatOption: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'text/csv',
	description:
		'The format to ask the service for. Otherwise rows are read from JSON, and everything else from CSV.',
	options: [
		{ name: 'CSV', value: 'text/csv' },
		{ name: 'XML', value: 'application/xml' },
	],
};

/** The format and what to make of the file; nothing where the answer is JSON, which is no file. */
export type FileChoices = { accept: string; wanted: Wanted } | undefined;

export function readFileChoices(item: Item, ...fromJson: string[]): FileChoices {
	const output = read<string>(item, 'output', 'rows');
	const format = given(readOptions(item).format);
	const isJson = ['rows', ...fromJson].includes(output) && format === undefined;
	return isJson ? undefined : { accept: format ?? CSV, wanted: readWanted(item) };
}

/** An on-demand report in CSV or XML; its name says what it covers. */
export const fileSource = (
	stream: ServiceStream,
	accept: string,
	title: string,
	{ start, end }: Period,
): ReportSource =>
	sourceOf(stream, {
		accept,
		fileName: `${title} ${start.toFormat('yyyy-MM-dd HHmm')} to ${end.toFormat('yyyy-MM-dd HHmm')}`,
		metadata: { reportName: title, startTime: utcText(start), endTime: utcText(end) },
	});
