import { NodeOperationError, type INodeExecutionData, type INodeProperties } from 'n8n-workflow';
import {
	handOver,
	readContentChoices,
	type ContentChoices,
	type ReportSource,
} from '../../../shared/content';
import type { ItemRun } from '../../../shared/items';
import { ReportProblem } from '../../../shared/report/problem';
import { found, type ServiceRequest } from '../../../shared/transport';
import { read } from './parameters';

/** For a report whose format is not known: whichever it has. */
export const ANY_FORMAT = 'text/csv, application/xml;q=0.9';

export const formatField: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'auto',
	description:
		'The format that the report was ordered in. It cannot be had in another one: Automatic looks it up first.',
	options: [
		{ name: 'Automatic', value: 'auto' },
		{ name: 'CSV', value: 'text/csv' },
		{ name: 'XML', value: 'application/xml' },
	],
};

/** What to make of a downloaded report; wrong choices are told before anything is sent. */
export const readContent = (run: ItemRun): ContentChoices => {
	try {
		return readContentChoices((name, fallback) => read(run, name, fallback));
	} catch (error) {
		throw new NodeOperationError(run.context.getNode(), error as Error, {
			description: error instanceof ReportProblem ? error.description : undefined,
			itemIndex: run.index,
		});
	}
};

/** Fetches a file and makes of it what the user chose. */
export const download = async (
	run: ItemRun,
	request: Omit<ServiceRequest, 'method'>,
	content: ContentChoices,
	about: Pick<ReportSource, 'fileName' | 'metadata'>,
): Promise<INodeExecutionData[]> => {
	const stream = found(await run.transport.stream({ ...request, method: 'GET' }));
	const mimeType = stream.contentType || (request.accept ?? '');
	return await handOver(run.context, { stream, mimeType, ...about }, content);
};
