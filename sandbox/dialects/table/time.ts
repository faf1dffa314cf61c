import { spot } from '../spot';

const REPORT_TIMES = 'beyond-the-spec.md, Reporting v3, list of generated reports';

export const TIME = {
	lag: spot({
		question:
			'When does something new appear in a list, and the file of a report that is complete?',
		source: 'beyond-the-spec.md, Invoicing v2, list of invoices: not stated',
		usual: 'none',
		readings: {
			none: 'At once.',
			minutes: '3 minutes later, by the sandbox clock.',
		},
	}),
	reportEnd: spot({
		question: 'What is the end of a report?',
		source: `${REPORT_TIMES}: reportEndTime, without a rule`,
		usual: 'as-given',
		readings: {
			'as-given': 'The end of its period, which is not in it: 00:00:00.',
			'last-second': 'The last second of its period: 23:59:59.',
		},
	}),
	timeFormat: spot({
		question: 'How are times written?',
		source: 'reporting-service.md, Endpoints: "Response bodies of all endpoints … not shown"',
		usual: 'z',
		readings: {
			z: 'In UTC, with Z.',
			offset: 'With the offset +02:00.',
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
