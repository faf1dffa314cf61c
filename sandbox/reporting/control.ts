import type { FastifyInstance } from 'fastify';
import { Fields } from '../fields';
import { Refusal } from '../refusal';
import { makeReports, readReportToMake } from './controlReports';
import { DAY } from './ledger/ledger';
import { listEntry, STATUSES } from './report';
import type { ReportingService } from './service';

/** The control calls of reporting: transactions, reports made to order, and what becomes of them. */
export function reportingControl(app: FastifyInstance, service: ReportingService): void {
	const { sandbox, ledger, reports, generation } = service;

	app.post('/traffic', (request) => {
		const fields = new Fields(request.body);
		const organizationId = fields.text('organizationId') ?? 'merchant_one';
		const perDay = fields.count('perDay', 1);
		fields.required('perDay', perDay);
		const from = fields.moment('from') ?? Math.floor(sandbox.clock.now() / DAY) * DAY;
		const to = fields.moment('to');
		if (!sandbox.access.organizations.has(organizationId)) {
			fields.refuse('organizationId', 'is no organization of this sandbox');
		}
		if (to !== undefined && to <= from) fields.refuse('to', 'must be later than from');
		fields.check();
		ledger.addTraffic({ organizationId, perDay: perDay ?? 1, from, to: to ?? Infinity });
		return { organizationId, perDay, from: new Date(from).toISOString() };
	});

	app.get('/reports', () => ({
		reports: [...reports.all()].map((report) => listEntry(report, sandbox.address)),
	}));
	app.post('/reports', (request) => {
		const made = makeReports(service, readReportToMake(service, request.body));
		return { reports: made.map((report) => listEntry(report, sandbox.address)) };
	});
	app.post<{ Params: { id: string } }>('/reports/:id/status', (request) => {
		const report = reports.any(request.params.id);
		if (!report) throw Refusal.notFound(`There is no report ${request.params.id}.`);
		const fields = new Fields(request.body);
		const status = fields.choice('status', STATUSES);
		fields.required('status', status);
		fields.check();
		generation.decide(report, status ?? report.status);
		return listEntry(report, sandbox.address);
	});

	const times = (): object => ({
		queuedSeconds: generation.queuedSeconds,
		runningSeconds: generation.runningSeconds,
	});
	app.get('/generation', times);
	app.put('/generation', (request) => {
		const fields = new Fields(request.body);
		const queued = fields.count('queuedSeconds');
		const running = fields.count('runningSeconds');
		fields.check();
		generation.queuedSeconds = queued ?? generation.queuedSeconds;
		generation.runningSeconds = running ?? generation.runningSeconds;
		return times();
	});
}
