import { spot } from '../spot';

const DEFINITION = 'reporting-service.md, Report the service: fields "not shown"';
const CSV = 'beyond-the-spec.md, Reporting v3: "A CSV report starts with one preamble line"';

export const REPORTS = {
	reportById: spot({
		question: 'Does the Accept header choose between the details of a report and its file?',
		source: 'reporting-service.md, Endpoints, endpoint 9: not stated',
		usual: 'negotiated',
		readings: {
			negotiated: 'Yes: JSON gives the details, CSV or XML the file.',
			'always-file': 'No: it is always the file, and there are no details.',
		},
	}),
	reportDetails: spot({
		question: 'Which fields do the details of a report have?',
		source: 'reporting-service.md, Endpoints: "Response bodies of all endpoints … not shown"',
		usual: 'all',
		readings: {
			all: 'All that are known.',
			'no-status': 'All but `reportStatus`.',
			'no-period': 'All but `reportStartTime` and `reportEndTime`.',
			bare: '`reportId` and `reportStatus` alone.',
		},
	}),
	reportEntries: spot({
		question: 'Which fields do the entries of the list of reports have?',
		source: 'reporting-service.md, Endpoints: "Response bodies of all endpoints … not shown"',
		usual: 'all',
		readings: {
			all: 'All that are known.',
			'no-links': 'All but `_links`.',
			'no-times': 'All but the times of queueing, generating and completing.',
			'no-format': 'All but `reportMimeType` and `reportFrequency`.',
		},
	}),
	reportEnumCase: spot({
		question: 'In which case are report statuses and frequencies written?',
		source: 'README.md, Traps in the text: "public clients show upper case"',
		usual: 'upper',
		readings: {
			upper: 'COMPLETED, DAILY.',
			capitalized: 'Completed, Daily.',
			lower: 'In lower case: completed, daily.',
		},
	}),
	definitionIds: spot({
		question: 'Are the ids of report definitions numbers?',
		source: 'beyond-the-spec.md, Reporting v3, definitions: reportDefinitionId, without a type',
		usual: 'mixed',
		readings: {
			mixed: 'Numbers in definitions, text in reports and subscriptions.',
			numbers: 'Numbers everywhere.',
			texts: 'Text everywhere.',
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
			null: '`attributes` is null.',
			absent: '`attributes` is absent.',
		},
	}),
	attributeIds: spot({
		question: 'What is the `id` of an attribute?',
		source: 'beyond-the-spec.md, Reporting v3, one definition',
		usual: 'names',
		readings: {
			names: 'The name that `reportFields` takes.',
			numbers: 'A number. `name` is what `reportFields` takes.',
		},
	}),
	definitionFormats: spot({
		question: 'Does a report definition list its formats?',
		source: 'beyond-the-spec.md, Reporting v3, definitions: supportedFormats[]',
		usual: 'listed',
		readings: {
			listed: 'Yes.',
			null: '`supportedFormats` is null.',
		},
	}),
	csvBom: spot({
		question: 'Does a CSV file start with a byte order mark?',
		source: `${CSV}, and nothing on encoding`,
		usual: 'none',
		readings: {
			none: 'No.',
			bom: 'Yes.',
		},
	}),
	csvLineEnds: spot({
		question: 'How do the lines of a CSV file end?',
		source: `${CSV}, and nothing on line ends`,
		usual: 'lf',
		readings: {
			lf: 'With LF.',
			crlf: 'With CR and LF.',
			cr: 'With CR.',
		},
	}),
	csvPreamble: spot({
		question: 'Does a CSV file have a preamble?',
		source: `${CSV}; the specification shows none`,
		usual: 'line',
		readings: {
			line: 'One line.',
			none: 'None: the first line is the header row.',
		},
	}),
	csvEnd: spot({
		question: 'Does the last line of a CSV file end?',
		source: `${CSV}, and nothing on its end`,
		usual: 'line-end',
		readings: {
			'line-end': 'Yes, as every line does.',
			open: 'No: the file ends with the last cell.',
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
			refused: 'An order of it is refused with 404. A subscription makes it as NO_DATA.',
		},
	}),
	csvQuotes: spot({
		question: 'Which cells of a CSV file are quoted?',
		source: `${CSV}, and nothing on quotes`,
		usual: 'where-needed',
		readings: {
			'where-needed': 'Those that need it.',
			all: 'All of them.',
		},
	}),
};
