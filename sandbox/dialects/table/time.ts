import { spot } from '../spot';

const REPORT_TIMES = 'beyond-the-spec.md, Reporting v3, list of generated reports';

export const TIME = {
	invoiceListLag: spot({
		question: 'When does a new invoice appear in the list?',
		source: 'beyond-the-spec.md, Invoicing v2, list of invoices: not stated',
		usual: 'none',
		readings: {
			none: 'At once.',
			seconds: '10 seconds later, by the sandbox clock.',
			minutes: '3 minutes later, by the sandbox clock.',
		},
	}),
	reportListLag: spot({
		question: 'When does a new report appear in the list?',
		source: 'reporting-service.md, Endpoints, note on endpoint 7: not stated',
		usual: 'none',
		readings: {
			none: 'At once.',
			seconds: '10 seconds later, by the sandbox clock.',
			minutes: '3 minutes later, by the sandbox clock.',
		},
	}),
	downloadLag: spot({
		question: 'Can a report be downloaded as soon as it is complete?',
		source: 'reporting-service.md, States and transitions: "States: not shown"',
		usual: 'none',
		readings: {
			none: 'Yes.',
			seconds: 'The file answers 404 for 10 seconds, by the sandbox clock.',
		},
	}),
	reportEnd: spot({
		question: 'What is the end of a report?',
		source: `${REPORT_TIMES}: reportEndTime, without a rule`,
		usual: 'as-given',
		readings: {
			'as-given': 'The end of its period, which is not in it: 00:00:00.',
			'last-second': 'The last second of its period: 23:59:59.',
			null: 'It is null.',
		},
	}),
	timeFormat: spot({
		question: 'How are times written?',
		source: 'reporting-service.md, Endpoints: "Response bodies of all endpoints … not shown"',
		usual: 'z',
		readings: {
			z: 'In UTC, with Z.',
			offset: 'With the offset +02:00.',
			none: 'In UTC, without Z or an offset.',
		},
	}),
	clock: spot({
		question: "How right is the service's clock?",
		source: 'invoicing-service.md, Invoice (response): submitTimeUtc, without a bound',
		usual: 'right',
		readings: {
			right: 'It is the sandbox clock.',
			ahead: 'The Date header and `submitTimeUtc` are 7 minutes ahead.',
			behind: 'The Date header and `submitTimeUtc` are 7 minutes behind.',
		},
	}),
	timezoneKey: spot({
		question: 'How is the key of the time zone written?',
		source: 'README.md, Traps in the text: `timeZone` in the table, `timezone` in the sample',
		usual: 'timezone',
		readings: {
			timezone: '`timezone`.',
			timeZone: '`timeZone`.',
		},
	}),
};
