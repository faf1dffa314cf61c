import { ANSWER, type InvoiceHours, MINUTE, simulateInvoices } from './invoiceSimulation';
import { markdownTable } from './markdown';
import { handOver, type Line } from './part';
import { type ReportPoll, simulateReports } from './reportSimulation';

interface Watched {
	open: number;
	changesAnHour: number;
	/** Each with this many open invoices and changes, and a trigger of its own. */
	merchants: number;
}

const CHANGES_AN_HOUR = 10_000;

const oneMerchant = (open: number, changesAnHour = CHANGES_AN_HOUR): Watched => ({
	open,
	changesAnHour,
	merchants: 1,
});

const SIZES = {
	smoke: { reports: [1000], invoices: [oneMerchant(1000, 600)] },
	short: {
		reports: [100, 10_000],
		invoices: [oneMerchant(1000, 100), oneMerchant(10_000, 1000)],
	},
	all: {
		reports: [100, 10_000],
		invoices: [
			oneMerchant(10_000),
			oneMerchant(100_000),
			oneMerchant(1_000_000),
			{ open: 1000, changesAnHour: 100, merchants: 100 },
		],
	},
};
type Size = keyof typeof SIZES;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const count = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 0);

const minutes = (time: number): string => (time / MINUTE).toFixed(1);

function invoiceRow({ open, changesAnHour, merchants }: Watched, hours: InvoiceHours[]): string[] {
	const of = (name: Exclude<keyof InvoiceHours, 'delays'>) => sum(hours.map((hour) => hour[name]));
	const delays = hours.flatMap((hour) => hour.delays).sort((a, b) => a - b);
	const what = `${count(open)} open invoices, ${count(changesAnHour)} changes an hour`;
	return [
		merchants === 1 ? what : `${merchants} merchants, each ${what}`,
		minutes(Math.max(...hours.map(({ firstReading }) => firstReading))),
		count(of('requests')),
		megabytes(of('bytes')),
		megabytes(of('state')),
		count(of('processor') / 1000),
		minutes(delays[Math.floor(delays.length / 2)]),
		minutes(delays[delays.length - 1]),
		count(of('missing') + of('unexpected')),
	];
}

const reportRow = (aDay: number, { requests, bytes, state, processor }: ReportPoll): string[] => [
	`${count(aDay)} reports a day`,
	count(requests),
	megabytes(bytes),
	megabytes(state),
	(processor / 1000).toFixed(2),
];

const REPORT_HEADS = [
	'new reports, a poll every 15 minutes',
	'requests a poll',
	'MB a poll',
	'state MB',
	'processor s',
];

const INVOICE_HEADS = [
	'invoice status, a poll every minute',
	'first reading min',
	'requests an hour',
	'MB an hour',
	'state MB',
	'processor s an hour',
	'delay min (median)',
	'delay min (longest)',
	'events missing or too many',
];

/** What the trigger takes at a service of this size, with 200 ms an answer. */
async function scale(size: Size): Promise<void> {
	const { reports, invoices } = SIZES[size];
	const lines: Line[] = [];
	const reportRows: string[][] = [];
	for (const aDay of reports) {
		console.log(`The trigger with ${count(aDay)} reports a day …`);
		const polled = await simulateReports(aDay);
		reportRows.push(reportRow(aDay, polled));
		lines.push({
			what: `Trigger: ${count(aDay)} reports a day`,
			wanted: 'a poll finds the new ones',
			reached: `${count(polled.events)} found`,
			isMet: polled.events > 0,
		});
	}
	const invoiceRows: string[][] = [];
	for (const watched of invoices) {
		console.log(`The trigger with ${count(watched.open)} open invoices …`);
		const hours: InvoiceHours[] = [];
		for (let merchant = 0; merchant < watched.merchants; merchant++) {
			hours.push(await simulateInvoices(watched.open, watched.changesAnHour, 1));
		}
		const row = invoiceRow(watched, hours);
		invoiceRows.push(row);
		const wrong = row.at(-1)!;
		lines.push({
			what: `Trigger: ${row[0]}`,
			wanted: 'each change is one event',
			reached: `${wrong} missing or too many`,
			isMet: wrong === '0',
		});
	}
	const [reportTable, invoiceTable] = [
		markdownTable(REPORT_HEADS, reportRows),
		markdownTable(INVOICE_HEADS, invoiceRows),
	];
	handOver('scale', {
		lines,
		details: `${reportTable}\n\n${invoiceTable}\n\nThe service takes ${ANSWER} ms an answer.`,
		measured: { reports: reportRows, invoices: invoiceRows },
	});
}

const size = (['smoke', 'short'] as const).find((name) => process.argv.includes(`--${name}`));
void scale(size ?? 'all');
