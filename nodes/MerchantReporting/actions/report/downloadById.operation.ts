import { contentFields, contentOptions } from '../../../shared/content/choices';
import { readAll } from '../../../shared/problem';
import { ANY_FORMAT, type Report } from '../../../shared/service/reportingAnswers';
import { ServiceFailure } from '../../../shared/transport/serviceFailure';
import type { ServiceStream } from '../../../shared/transport/stream';
import { catchFailure } from '../../../shared/transport/transport';
import { AUTOMATIC, formatOption, readFormat, readWanted } from '../common/download';
import { failIfEmptyOption, readChosen, reportingOperation } from '../common/fields';
import { downloadListed, receiveReport, recentReports } from './listed';
import { reportLocator } from './get.operation';

export const downloadById = reportingOperation({
	name: 'Download by ID',
	action: 'Download report by ID',
	description: 'Get a generated report as rows, totals or a file, by its identifier',
	subtitle: 'Download Report by ID',
	builderHint: 'Use it only where another node returned the reportId.',
	fields: [reportLocator, ...contentFields({}, { isInBatches: true })],
	options: [formatOption, ...contentOptions(), failIfEmptyOption],
	prepare: (item) => ({
		...readAll({ reportId: () => readChosen(item, reportLocator), wanted: () => readWanted(item) }),
		format: readFormat(item),
	}),
	carryOut: async ({ reportId, wanted, format }, run) => {
		const { reporting } = run;
		if (format !== AUTOMATIC) {
			return await downloadListed(run, { reportId }, wanted, format);
		}
		const looked = await reporting.getReportOrFile(reportId);
		if (looked.kind === 'empty') {
			return await receiveReport(run, { reportId }, wanted, ANY_FORMAT, looked);
		}
		const { body } = looked;
		if (!isFile(body)) return await downloadListed(run, { ...body, reportId }, wanted, format);
		const { output, read } = wanted.content;
		const isPlain = output === 'rows' && !read.addsKind && read.metadataColumns.length === 0;
		// Only the list says what its amounts are and which period it covers.
		const listed = output === 'file' || isPlain ? [] : await catchFailure(recentReports(reporting));
		const found = listed instanceof ServiceFailure ? [] : listed;
		const details = found.find((one) => one.reportId === reportId) ?? { reportId };
		return await receiveReport(run, details, wanted, ANY_FORMAT, { kind: 'found', body });
	},
});

const isFile = (body: Report | ServiceStream): body is ServiceStream => 'bytes' in body;
