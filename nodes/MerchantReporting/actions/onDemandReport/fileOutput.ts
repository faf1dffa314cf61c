import type { INodeProperties } from 'n8n-workflow';

import type { ReportSource } from '../../../shared/content/source';
import { read } from '../../../shared/node/parameters';
import type { Item } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { utcText } from '../../../shared/period/period';
import { JSON_FORMAT } from '../../../shared/service/reporting';
import type { ServiceStream } from '../../../shared/transport/stream';
import type { Wanted } from '../common/download';
import { readWanted, sourceOf } from '../common/download';

/** For the two reports that the service gives in three formats. */
export const formatField: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'application/json',
	description: 'The format to ask the service for',
	options: [
		{ name: 'CSV', value: 'text/csv' },
		{ name: 'JSON', value: 'application/json' },
		{ name: 'XML', value: 'application/xml' },
	],
};

export const FILE_FORMATS = ['text/csv', 'application/xml'];

/** The format and what to make of the file; nothing where the answer is JSON, which is no file. */
export type FileChoices = { accept: string; wanted: Wanted } | undefined;

export function readFileChoices(item: Item): FileChoices {
	const accept = read<string>(item, 'format', JSON_FORMAT);
	return accept === JSON_FORMAT ? undefined : { accept, wanted: readWanted(item) };
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
