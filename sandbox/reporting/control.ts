import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal';
import { count, flag, moment, read, text } from '../schema';
import { makeReports, readReportToMake } from './controlReports';
import { DAY } from './ledger/ledger';
import { listEntry, STATUSES } from './report';
import { merchantNamed, type ReportingService } from './service';
import { reportingTruth } from './truth';

const trafficBody = (service: ReportingService) =>
	z
		.strictObject({
			organizationId: merchantNamed(service),
			perDay: count(1),
			from: moment.default(startOfToday(service)),
			to: moment.optional(),
		})
		.refine(({ from, to }) => to === undefined || to > from, {
			path: ['to'],
			message: 'must be later than from',
		});
const paymentBody = (service: ReportingService) =>
	z.strictObject({
		organizationId: merchantNamed(service),
		merchantReferenceNumber: text,
		amount: z.string().regex(/^\d+(\.\d+)?$/, 'must be an amount such as 12.50'),
		currency: z.string().regex(/^[A-Z]{3}$/, 'must be a code such as USD'),
		kind: z.enum(['sale', 'refund']).optional(),
		isSettled: flag.optional(),
		time: moment.default(new Date(service.sandbox.clock.now()).toISOString()),
	});
const statusBody = z.strictObject({ status: z.enum(STATUSES) });
const generationBody = z.strictObject({
	queuedSeconds: count().optional(),
	runningSeconds: count().optional(),
});

/** The control calls of reporting: transactions, reports made to order, and what becomes of them. */
export function reportingControl(app: FastifyInstance, service: ReportingService): void {
	const { sandbox, ledger, reports, generation } = service;
	reportingTruth(app, service);

	app.post('/traffic', (request) => {
		const { to = Infinity, ...traffic } = read(trafficBody(service), request.body ?? {});
		ledger.addTraffic({ ...traffic, to });
		return { ...traffic, from: new Date(traffic.from).toISOString() };
	});

	let payments = 0;
	app.post('/payments', (request) => {
		const payment = read(paymentBody(service), request.body ?? {});
		const requestId = `${Math.floor(payment.time / 1000)}99${String(++payments).padStart(10, '0')}`;
		const payer = { application: 'REST API', customerName: 'Ann Payer', customerEmail: '' };
		sandbox.payments.record({ ...payment, ...payer, requestId });
		return { requestId };
	});

	app.post('/reports', (request) => {
		const made = makeReports(service, readReportToMake(service, request.body));
		return { reports: made.map((report) => listEntry(report, sandbox.address)) };
	});
	app.post<{ Params: { id: string } }>('/reports/:id/status', (request) => {
		const report = reports.any(request.params.id);
		if (!report) throw Refusal.notFound(`There is no report ${request.params.id}.`);
		generation.decide(report, read(statusBody, request.body ?? {}).status);
		return listEntry(report, sandbox.address);
	});

	app.put('/generation', (request) => {
		const times = read(generationBody, request.body ?? {});
		Object.assign(generation, times);
		return times;
	});
}

function startOfToday({ sandbox }: ReportingService): string {
	return new Date(Math.floor(sandbox.clock.now() / DAY) * DAY).toISOString();
}
