import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { csvStyle } from '../../dialects/csvStyle';
import { reportDetails, withoutFutureField, withWords } from '../../dialects/reportAnswers';
import { canBeDownloaded, reportList } from '../../dialects/reportList';
import { read, text } from '../../schema';
import { reportFile } from '../files/content';
import { sendFile } from '../files/send';
import { negotiate, notOffered } from '../negotiation';
import { details, listEntry, type Report, reportDate } from '../report';
import { organizationQuery, readReportSearch } from '../reportSearch';
import { readOneTimeReport } from '../request';
import { noData, organizationOf, type ReportingService, reportNotFound } from '../service';
import { reportDay } from '../times';

const downloadQuery = organizationQuery.extend({
	reportName: text,
	reportDate: reportDay,
	download: z.enum(['true', 'false']).optional(),
});

const JSON_TYPES = ['application/json', 'application/hal+json'];

export function reportRoutes(app: FastifyInstance, service: ReportingService): void {
	const { sandbox, reports, oneTimeReports } = service;

	app.get('/reporting/v3/reports', (request) => {
		const search = readReportSearch(request.query);
		const { id } = organizationOf(service, request, search.organizationId);
		const found = reportList(sandbox, reports.search(id, search));
		if (found.length === 0) throw noData();
		return {
			reportSearchResults: found.map((report) =>
				withWords(sandbox.dialect, listEntry(report, sandbox.address)),
			),
		};
	});

	app.post('/reporting/v3/reports', (request, reply) => {
		const order = readOneTimeReport(withoutFutureField(sandbox.dialect, request.body));
		const { organizationId } = read(organizationQuery, request.query);
		const organization = organizationOf(service, request, organizationId, order.organizationId);
		const outcome = oneTimeReports.order(request.caller, organization, order);
		return reply.code(outcome === 'unchanged' ? 304 : 200).send();
	});

	app.get<{ Params: { id: string } }>('/reporting/v3/reports/:id', (request, reply) => {
		const { organizationId } = read(organizationQuery, request.query);
		const { id } = organizationOf(service, request, organizationId);
		const report = reports.find(id, request.params.id);
		if (!report) throw reportNotFound(`${id} has no report ${request.params.id}.`);
		const wanted = negotiate(request.headers.accept, [...JSON_TYPES, report.reportMimeType]);
		if (wanted && JSON_TYPES.includes(wanted)) {
			return reply.type(wanted).send(reportDetails(sandbox.dialect, details(report)));
		}
		return sendReport(service, request, reply, report);
	});

	app.get('/reporting/v3/report-downloads', (request, reply) => {
		const { reportName, reportDate: day, organizationId } = read(downloadQuery, request.query);
		const { id } = organizationOf(service, request, organizationId);
		const report = reports.forDay(id, reportName, day);
		if (!report) throw reportNotFound(`${id} has no report ${reportName} of ${day}.`);
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
	if (!canBeDownloaded(sandbox, report)) {
		throw reportNotFound(`report ${report.reportName} cannot be downloaded yet.`);
	}
	const style = csvStyle(sandbox.dialect);
	return sendFile(reply, reportFile(report, ledger, sandbox.address, style), {
		mimeType: report.reportMimeType,
		name: `${report.reportName}_${reportDate(report)}`,
	});
}
