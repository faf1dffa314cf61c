import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { definitionInDialect } from '../../dialects/reportAnswers';
import { read } from '../../schema';
import { definitionAnswer, SUBSCRIPTION_TYPES } from '../catalog/answer';
import { DEFINITION_BY_NAME, DEFINITIONS } from '../catalog/definitions';
import { MIME_TYPES } from '../files/layout';
import { organizationQuery } from '../reportSearch';
import { organizationOf, type ReportingService, reportNotFound } from '../service';

const listQuery = organizationQuery.extend({
	subscriptionType: z.enum(SUBSCRIPTION_TYPES).default('CUSTOM'),
});
const oneQuery = listQuery.extend({
	reportMimeType: z.enum(MIME_TYPES).optional(),
	download: z.enum(['true', 'false']).optional(),
});

type OfDefinition = { Params: { name: string } };

export function definitionRoutes(app: FastifyInstance, service: ReportingService): void {
	const { dialect } = service.sandbox;
	app.get('/reporting/v3/report-definitions', (request) => {
		const { subscriptionType, organizationId } = read(listQuery, request.query);
		organizationOf(service, request, organizationId);
		return {
			reportDefinitions: DEFINITIONS.map((each) =>
				definitionInDialect(dialect, definitionAnswer(each, subscriptionType)),
			),
		};
	});

	app.get<OfDefinition>('/reporting/v3/report-definitions/:name', (request, reply) => {
		const { subscriptionType, organizationId, download } = read(oneQuery, request.query);
		organizationOf(service, request, organizationId);
		const definition = DEFINITION_BY_NAME.get(request.params.name);
		if (!definition) throw reportNotFound(`there is no definition ${request.params.name}.`);
		if (download === 'true')
			reply.header('content-disposition', `attachment; filename="${definition.name}.json"`);
		return definitionInDialect(dialect, {
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
		});
	});
}
