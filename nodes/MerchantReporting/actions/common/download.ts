import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { REPORT_FORMATS } from '../../../shared/catalog/definitions';
import { type ContentChoices, readContentChoices } from '../../../shared/content/choices';
import type { ReportSource, ReportSources } from '../../../shared/content/reading';
import { toOutput } from '../../../shared/content/toOutput';
import { optionalText, readOptions } from '../../../shared/node/parameters';
import type { Item, ItemRun } from '../../../shared/node/resource';
import { refusal } from '../../../shared/problem';
import type { FoundOrEmpty } from '../../../shared/service/reporting';
import type { Download } from '../../../shared/transport/stream';
import { readFailIfEmpty } from './fields';

export const AUTO_FORMAT = 'auto';

export const formatOption: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'auto',
	description:
		'A report exists only in the format that it was ordered in. Automatic looks it up first.',
	options: [{ name: 'Automatic', value: 'auto' }, ...REPORT_FORMATS],
};

export const readFormatOption = (item: Item): string =>
	optionalText(readOptions(item).format) ?? AUTO_FORMAT;

export interface RequestedContent {
	content: ContentChoices;
	failIfEmpty: boolean;
}

export function readRequestedContent(item: Item): RequestedContent {
	const content = readContentChoices(item.parameter);
	// Rows follow a cursor. A report without any is gone, not empty.
	const continues = content.output === 'oneBatch' && content.cursor !== undefined;
	return { content, failIfEmpty: readFailIfEmpty(item) && !continues };
}

type About = Omit<ReportSource, 'stream' | 'mimeType'> & { accept: string };

/** `accept`: the format, if the service names none or only a generic one. */
export function toReportSource(stream: Download, { accept, ...about }: About): ReportSource {
	const isSaid = /csv|xml|json|zip/i.test(stream.contentType) || accept.includes(',');
	return { stream, mimeType: (isSaid && stream.contentType) || accept, ...about };
}

export async function responseToOutput(
	run: ItemRun,
	response: FoundOrEmpty<Download> | undefined,
	requested: RequestedContent,
	about: About,
): Promise<INodeExecutionData[]> {
	const sources = response?.kind === 'found' ? [toReportSource(response.body, about)] : [];
	return await sourcesToOutput(run, sources, requested, about);
}

/** Known even if there are no transactions. */
type ResultSubject = Pick<ReportSource, 'fileName' | 'metadata'>;

async function* orEmpty(sources: ReportSources, { fileName, metadata }: ResultSubject) {
	let isEmpty = true;
	for await (const source of sources) {
		isEmpty = false;
		yield source;
	}
	if (isEmpty) yield { fileName, metadata, mimeType: '' };
}

export async function sourcesToOutput(
	{ context }: ItemRun,
	sources: ReportSources,
	{ content, failIfEmpty }: RequestedContent,
	subject: ResultSubject,
): Promise<INodeExecutionData[]> {
	const all = orEmpty(sources, subject);
	const { items, rowsRead } = await toOutput(context, all, content);
	context.logger.info(`"${subject.fileName}": ${rowsRead ?? 'uncounted'} rows were read.`);
	if (failIfEmpty && (rowsRead ?? items.length) === 0) {
		throw refusal(
			`"${subject.fileName}" is empty: the service has no transactions for it`,
			'Turn off Fail If Empty if that is fine.',
		);
	}
	return items;
}
