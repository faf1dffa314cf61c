import type { FastifyInstance } from 'fastify';
import { Fields } from '../../fields';
import { definitionAnswer, readSubscriptionType } from '../catalogue/answer';
import { DEFINITION_BY_NAME, DEFINITIONS } from '../catalogue/definitions';
import { MIME_TYPES } from '../files/writer';
import { organizationOf, type ReportingService, reportNotFound } from '../service';

type Named = { Params: { name: string } };

export function definitionRoutes(app: FastifyInstance, service: ReportingService): void {
	app.get('/reporting/v3/report-definitions', (request) => {
		const query = new Fields(request.query);
		const subscriptionType = readSubscriptionType(query);
		organizationOf(service, request, query);
		return {
			reportDefinitions: DEFINITIONS.map((each) => definitionAnswer(each, subscriptionType)),
		};
	});

	app.get<Named>('/reporting/v3/report-definitions/:name', (request, reply) => {
		const query = new Fields(request.query);
		const subscriptionType = readSubscriptionType(query);
		query.choice('reportMimeType', MIME_TYPES);
		const download = query.choice('download', ['true', 'false']) === 'true';
		organizationOf(service, request, query);
		const definition = DEFINITION_BY_NAME.get(request.params.name);
		if (!definition) throw reportNotFound(`there is no definition ${request.params.name}.`);
		if (download)
			reply.header('content-disposition', `attachment; filename="${definition.name}.json"`);
		return {
			...definitionAnswer(definition, subscriptionType),
			attributes: definition.attributes.map((attribute) => ({
				id: attribute.id,
				name: attribute.id,
				description: `${attribute.field} of ${definition.title}`,
				filterType: attribute.supportedType === 'String' ? 'MULTI' : 'NONE',
				default: attribute.group === 'request',
				required: attribute.id === 'Request.RequestID',
				supportedType: attribute.supportedType,
			})),
		};
	});
}
