import type { FastifyReply, FastifyRequest } from 'fastify';
import { csvStyle } from '../../dialects/csvStyle';
import type { Definition } from '../catalog/definitions';
import { sendFile } from '../files/send';
import type { MimeType } from '../files/layout';
import { fileChunks, writerFor } from '../files/writer';
import type { Period } from '../ledger/ledger';
import type { Transaction } from '../ledger/transaction';
import { negotiate, notOffered } from '../negotiation';
import type { ReportingService } from '../service';

type Format = 'application/json' | MimeType;

/** Only two of the on-demand reports leave a choice. */
export const FORMATS = {
	choose: (request: FastifyRequest): Format =>
		choose(request, ['application/json', 'text/csv', 'application/xml']),
	requireJson: (request: FastifyRequest): void => void choose(request, ['application/json']),
};

function choose(request: FastifyRequest, offered: readonly Format[]): Format {
	const { accept } = request.headers;
	const format = negotiate(accept, [...offered, 'application/hal+json']);
	if (format === undefined) throw notOffered(accept, offered);
	return format === 'application/hal+json' ? 'application/json' : format;
}

export function sendAsFile(
	{ sandbox }: ReportingService,
	reply: FastifyReply,
	mimeType: MimeType,
	file: { definition: Definition; period: Period; organizationId: string },
	transactions: Iterable<Transaction>,
): FastifyReply {
	const writer = writerFor(mimeType, {
		...file,
		attributes: file.definition.attributes,
		signedAmounts: false,
		csvStyle: csvStyle(sandbox.dialect),
		dtdAddress: `${sandbox.address}/reporting/v3/dtds`,
	});
	const name = file.definition.name;
	return sendFile(reply, fileChunks(writer, transactions), { mimeType, name });
}
