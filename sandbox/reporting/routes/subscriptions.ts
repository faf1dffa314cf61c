import type { FastifyInstance } from 'fastify';
import { Fields } from '../../fields';
import { readSubscription } from '../request';
import { organizationOf, type ReportingService, reportNotFound } from '../service';
import { subscriptionAnswer } from '../subscriptions';

type Named = { Params: { name: string } };

export function subscriptionRoutes(app: FastifyInstance, service: ReportingService): void {
	const { subscriptions } = service;
	const url = '/reporting/v3/report-subscriptions';

	app.get(url, (request) => {
		const { id } = organizationOf(service, request, new Fields(request.query));
		const list = subscriptions.list(id);
		if (list.length === 0) throw reportNotFound(`${id} has no subscriptions.`);
		return { subscriptions: list.map((each) => subscriptionAnswer(each, id)) };
	});

	app.get<Named>(`${url}/:name`, (request) => {
		const { id } = organizationOf(service, request, new Fields(request.query));
		const subscription = subscriptions.find(id, request.params.name);
		if (!subscription) throw reportNotFound(`${id} has no subscription ${request.params.name}.`);
		return subscriptionAnswer(subscription, id);
	});

	app.put(url, (request, reply) => {
		const order = readSubscription(request.body);
		const organization = organizationOf(
			service,
			request,
			new Fields(request.query),
			order.organizationId,
		);
		const outcome = subscriptions.put(organization, { ...order, organizationId: organization.id });
		return reply.code(outcome === 'unchanged' ? 304 : 200).send();
	});

	app.delete<Named>(`${url}/:name`, (request, reply) => {
		const { id } = organizationOf(service, request, new Fields(request.query));
		if (!subscriptions.remove(id, request.params.name)) {
			throw reportNotFound(`${id} has no subscription ${request.params.name}.`);
		}
		return reply.code(200).send();
	});
}
