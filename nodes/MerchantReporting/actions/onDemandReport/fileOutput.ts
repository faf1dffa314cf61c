import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ContentChoices } from '../../../shared/content/choices';
import { read } from '../../../shared/node/parameters';
import type { Item, Run } from '../../../shared/node/resource';
import type { Period } from '../../../shared/period/period';
import { utcText } from '../../../shared/period/period';
import type { Answered } from '../../../shared/service/reporting';
import { JSON_FORMAT } from '../../../shared/service/reporting';
import type { ServiceStream } from '../../../shared/transport/stream';
import { readContent, receive } from '../common/download';

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
export type FileChoices = { accept: string; content: ContentChoices } | undefined;

export function readFileChoices(item: Item): FileChoices {
	const accept = read<string>(item, 'format', JSON_FORMAT);
	return accept === JSON_FORMAT ? undefined : { accept, content: readContent(item) };
}

/** An on-demand report in CSV or XML, as the user wants it; its name says what it covers. */
export async function receiveFile(
	run: Run,
	answered: Answered<ServiceStream>,
	{ accept, content }: NonNullable<FileChoices>,
	title: string,
	{ start, end }: Period,
): Promise<INodeExecutionData[]> {
	// Whether all windows together are empty is known only in the end.
	const wanted = { content, failIfEmpty: false };
	return await receive(run, answered, wanted, {
		accept,
		fileName: `${title} ${start.toFormat('yyyy-MM-dd HHmm')} to ${end.toFormat('yyyy-MM-dd HHmm')}`,
		metadata: { reportName: title, startTime: utcText(start), endTime: utcText(end) },
	});
}
