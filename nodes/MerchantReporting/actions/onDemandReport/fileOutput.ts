import type { INodeProperties } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/source';
import { given, read, readOptions } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { utcText } from '../../../shared/period/period';
import type { ServiceStream } from '../../../shared/transport/stream';
import type { Wanted } from '../common/download';
import { contentOptions, downloadFields, readWanted, sourceOf } from '../common/download';
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
	ofFiles(downloadFields(), 'output', fromJson);

/** Those of its options that are about a file. */
export const onDemandOptions = (...fromJson: string[]): INodeProperties[] =>
	ofFiles(contentOptions(), '/output', fromJson);

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
		metadata: {
			reportName: title,
			startTime: utcText(start),
			endTime: utcText(end),
			timeZone: start.zoneName ?? '',
		},
	});
