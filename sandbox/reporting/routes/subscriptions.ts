import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Organization } from '../../access';
import { withoutFutureField, withWords } from '../../dialects/reportAnswers';
import { read } from '../../schema';
import { organizationQuery } from '../reportSearch';
import { readSubscription, type SubscriptionOrder } from '../request';
import { organizationOf, type ReportingService, reportNotFound } from '../service';
import { subscriptionAnswer } from '../subscriptions';

type OfSubscription = { Params: { name: string } };

export function subscriptionRoutes(app: FastifyInstance, service: ReportingService): void {
	const { subscriptions } = service;
	const { dialect } = service.sandbox;
	const url = '/reporting/v3/report-subscriptions';
	const answer = (order: SubscriptionOrder, id: string): object =>
		withWords(dialect, subscriptionAnswer(order, id));
	const ownerIn = (request: FastifyRequest, inBody?: string): Organization =>
		organizationOf(service, request, read(organizationQuery, request.query).organizationId, inBody);

	app.get(url, (request) => {
		const { id } = ownerIn(request);
		const list = subscriptions.list(id);
		if (list.length === 0) throw reportNotFound(`${id} has no subscriptions.`);
		return { subscriptions: list.map((each) => answer(each, id)) };
	});

	app.get<OfSubscription>(`${url}/:name`, (request) => {
		const { id } = ownerIn(request);
		const subscription = subscriptions.find(id, request.params.name);
		if (!subscription) throw reportNotFound(`${id} has no subscription ${request.params.name}.`);
		return answer(subscription, id);
	});

	app.put(url, (request, reply) => {
		const order = readSubscription(withoutFutureField(dialect, request.body));
		const organization = ownerIn(request, order.organizationId);
		const outcome = subscriptions.put(organization, { ...order, organizationId: organization.id });
		return reply.code(outcome === 'unchanged' ? 304 : 200).send();
	});

	app.delete<OfSubscription>(`${url}/:name`, (request, reply) => {
		const { id } = ownerIn(request);
		if (!subscriptions.remove(id, request.params.name)) {
			throw reportNotFound(`${id} has no subscription ${request.params.name}.`);
		}
		return reply.code(200).send();
	});
}
