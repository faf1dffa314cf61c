import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fields } from '../../fields';
import { reportFile } from '../files/content';
import { sendFile } from '../files/send';
import { negotiate, notOffered } from '../negotiation';
import { details, listEntry, type Report, reportDate } from '../report';
import { readReportSearch } from '../reportSearch';
import { readOneTimeReport } from '../request';
import { noData, organizationOf, type ReportingService, reportNotFound } from '../service';
import { readReportDate } from '../times';

const JSON_TYPES = ['application/json', 'application/hal+json'];

export function reportRoutes(app: FastifyInstance, service: ReportingService): void {
	const { sandbox, reports, oneTimeReports } = service;

	app.get('/reporting/v3/reports', (request) => {
		const query = new Fields(request.query);
		const search = readReportSearch(query);
		const { id } = organizationOf(service, request, query);
		const found = reports.search(id, search);
		if (found.length === 0) throw noData();
		return { reportSearchResults: found.map((report) => listEntry(report, sandbox.address)) };
	});

	app.post('/reporting/v3/reports', (request, reply) => {
		const order = readOneTimeReport(request.body);
		const organization = organizationOf(
			service,
			request,
			new Fields(request.query),
			order.organizationId,
		);
		const outcome = oneTimeReports.order(request.caller, organization, order);
		return reply.code(outcome === 'unchanged' ? 304 : 200).send();
	});

	app.get<{ Params: { id: string } }>('/reporting/v3/reports/:id', (request, reply) => {
		const { id } = organizationOf(service, request, new Fields(request.query));
		const report = reports.find(id, request.params.id);
		if (!report) throw reportNotFound(`${id} has no report ${request.params.id}.`);
		const wanted = negotiate(request.headers.accept, [...JSON_TYPES, report.reportMimeType]);
		if (wanted && JSON_TYPES.includes(wanted)) return reply.type(wanted).send(details(report));
		return sendReport(service, request, reply, report);
	});

	app.get('/reporting/v3/report-downloads', (request, reply) => {
		const query = new Fields(request.query);
		const name = query.text('reportName');
		const date = query.text('reportDate');
		query.required('reportName', name);
		query.required('reportDate', date);
		const day = date === undefined ? undefined : readReportDate(date);
		if (date !== undefined && day === undefined) {
			query.refuse('reportDate', 'must be a day written YYYY-MM-DD');
		}
		query.choice('download', ['true', 'false']);
		const { id } = organizationOf(service, request, query);
		const report = reports.forDay(id, String(name), String(day));
		if (!report) throw reportNotFound(`${id} has no report ${name} of ${day}.`);
		return sendReport(service, request, reply, report);
	});
}

function sendReport(
	{ ledger, sandbox }: ReportingService,
	request: FastifyRequest,
	reply: FastifyReply,
	report: Report,
): FastifyReply {
	const { accept } = request.headers;
	const offered = [report.reportMimeType];
	if (!negotiate(accept, offered)) throw notOffered(accept, offered);
	if (report.status === 'NO_DATA') throw noData();
	if (report.status !== 'COMPLETED') {
		throw reportNotFound(`report ${report.reportName} is ${report.status}.`);
	}
	return sendFile(request, reply, reportFile(report, ledger, sandbox.address), {
		mimeType: report.reportMimeType,
		name: `${report.reportName}_${reportDate(report)}`,
	});
}
