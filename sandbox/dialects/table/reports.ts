import { spot } from '../spot';

const DEFINITION = 'reporting-service.md, Report the service: fields "not shown"';
const CSV = 'beyond-the-spec.md, Reporting v3: "A CSV report starts with one preamble line"';

export const REPORTS = {
	definitionIds: spot({
		question: 'Are the ids of report definitions numbers?',
		source: 'beyond-the-spec.md, Reporting v3, definitions: reportDefinitionId, without a type',
		usual: 'mixed',
		readings: {
			mixed: 'Numbers in definitions, text in reports and subscriptions.',
			numbers: 'Numbers everywhere.',
		},
	}),
	definitionAttributes: spot({
		question: 'Which attributes does a report definition have?',
		source: DEFINITION,
		usual: 'catalog',
		readings: {
			catalog: 'Those of the catalog.',
			fewer: 'Every second one of the catalog.',
			more: 'Those of the catalog and `Request.FutureField`, which makes no column.',
		},
	}),
	csvForm: spot({
		question: 'How is a CSV file written?',
		source: `${CSV}, and nothing on encoding, line ends and quotes`,
		usual: 'usual',
		readings: {
			usual: 'A preamble line, LF at the end of each line, quotes where they are needed.',
			spreadsheet: 'With a byte order mark, CR and LF, and quotes around every cell.',
			'no-preamble': 'The first line is the header row.',
		},
	}),
	emptyReport: spot({
		question: 'What becomes of a report on a period without transactions?',
		source:
			'reporting-service.md, States and transitions: "States: not shown"; Errors, endpoint 10',
		usual: 'no-data',
		readings: {
			'no-data': 'It ends as NO_DATA and has no file.',
			'header-only': 'It is complete, and its file has no row.',
		},
	}),
};
