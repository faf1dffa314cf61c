import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ContentChoices } from '../../../shared/content/choices';
import { readContentChoices } from '../../../shared/content/choices';
import { handOver } from '../../../shared/content/handOver';
import type { ReportSource } from '../../../shared/content/source';
import type { Item, Run } from '../../../shared/node/resource';
import type { Answered } from '../../../shared/service/reporting';
import type { ServiceStream } from '../../../shared/transport/stream';
import { unlessEmpty } from './empty';

/** For a report whose format is not known: whichever it has. */
export const ANY_FORMAT = 'text/csv, application/xml;q=0.9';

export const AUTOMATIC = 'auto';

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

/** What to make of a downloaded report. */
export const readContent = ({ parameter }: Item): ContentChoices => readContentChoices(parameter);

/** What the user wants of a download. */
export interface Wanted {
	content: ContentChoices;
	failIfEmpty: boolean;
}

/** Makes of a download what the user chose. `accept`: its format where the service does not say. */
export async function receive(
	{ context }: Run,
	answered: Answered<ServiceStream>,
	{ content, failIfEmpty }: Wanted,
	{ accept, ...about }: Pick<ReportSource, 'fileName' | 'metadata'> & { accept: string },
): Promise<INodeExecutionData[]> {
	const stream = unlessEmpty(answered, failIfEmpty);
	if (stream === undefined) return [];
	const mimeType = stream.contentType || accept;
	return await handOver(context, { stream, mimeType, ...about }, content);
}
