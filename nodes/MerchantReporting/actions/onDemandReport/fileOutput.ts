import type { INodeProperties } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/reading';
import { given, read, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { utcText } from '../../../shared/period/period';
import type { ServiceStream } from '../../../shared/transport/stream';
import type { Wanted } from '../common/download';
import { contentOptions, contentFields, readWanted, sourceOf } from '../common/download';
import { CSV } from '../common/reportBody';

/** Fields of a file, where it is what the output is made of: rows come from JSON. */
function ofFiles(
	fields: readonly INodeProperties[],
	output: 'output' | '/output',
	fromJson: readonly string[],
): INodeProperties[] {
	const notFromFiles = ['oneBatch', 'rows', ...fromJson];
	return fields.flatMap((field) => {
		const { show = {} } = field.displayOptions ?? {};
		const shown = show[output]?.filter((each) => !notFromFiles.includes(each as string));
		if (shown === undefined) return field;
		const displayOptions = { ...field.displayOptions, show: { ...show, [output]: shown } };
		return shown.length === 0 ? [] : { ...field, displayOptions };
	});
}

/** The outputs of an on-demand report and their fields. `fromJson`: what else than rows comes from JSON. */
export const onDemandOutput = (...fromJson: string[]): INodeProperties[] =>
	ofFiles(contentFields(), 'output', fromJson);

/** Those of its options that are about a file. */
export const onDemandOptions = (...fromJson: string[]): INodeProperties[] =>
	ofFiles(contentOptions(), '/output', fromJson);

const FROM_FILES = ['file', 'totals', 'workbook'];

/** For the two reports that the service gives in three formats: rows are read from JSON. */
export const formatOption = (...fromJson: string[]): INodeProperties => ({
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'text/csv',
	description: 'The format to ask the service for',
	displayOptions: {
		show: { '/output': FROM_FILES.filter((output) => !fromJson.includes(output)) },
	},
	options: [
		{ name: 'CSV', value: 'text/csv' },
		{ name: 'XML', value: 'application/xml' },
	],
});

/** The format and what to make of the file; nothing where the answer is JSON, which is no file. */
export type FileChoices = { accept: string; wanted: Wanted } | undefined;

export function readFileChoices(item: Item, ...fromJson: string[]): FileChoices {
	const output = read<string>(item, 'output', 'rows');
	if (['rows', ...fromJson].includes(output)) return undefined;
	return { accept: given(readOptions(item).format) ?? CSV, wanted: readWanted(item) };
}

/** What is known of an on-demand report. */
export const aboutFile = (
	title: string,
	{ start, end }: Period,
): Pick<ReportSource, 'fileName' | 'metadata'> & { what: string } => ({
	what: title,
	fileName: title,
	metadata: {
		reportName: title,
		periodStart: utcText(start),
		periodEnd: utcText(end),
		timeZone: start.zoneName ?? '',
	},
});

/** An on-demand report in CSV or XML. */
export const fileSource = (
	stream: ServiceStream,
	accept: string,
	title: string,
	window: Period,
): ReportSource => sourceOf(stream, { accept, ...aboutFile(title, window) });
