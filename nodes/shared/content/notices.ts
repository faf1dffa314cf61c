import type { IDataObject } from 'n8n-workflow';
import { number } from '../report/problem';
import type { LeftOut } from '../report/xml/xmlReader';
import type { ReportContext } from './source';

/** n8n saves all items of an execution as one string, and JavaScript has none longer than this. */
const LONGEST_STRING = 2 ** 29 - 24;
const WARN_FROM = 0.8 * LONGEST_STRING;
const SAMPLE_EVERY = 256;
/** Beside its text, n8n writes each cell's position in the list of all texts, in quotes. */
const POSITION = 11;

/** Estimates, from some of the rows, how long the string is that n8n will save them as. */
export class SavedSize {
	private rows = 0;
	private sampled = 0;
	private length = 0;

	see(row: IDataObject): void {
		if (this.rows++ % SAMPLE_EVERY !== 0) return;
		this.sampled++;
		this.length += JSON.stringify(row).length + Object.keys(row).length * POSITION;
	}

	/** A warning where saving is going to fail, or nearly. */
	warning(): string | undefined {
		if (this.sampled === 0) return undefined;
		const estimate = (this.length / this.sampled) * this.rows;
		if (estimate < WARN_FROM) return undefined;
		const size = `${number(this.rows)} rows, about ${number(Math.round(estimate / 1e6))} MB when saved`;
		const limit = `${number(Math.round(LONGEST_STRING / 1e6))} MB`;
		return (
			`This report makes ${size}. n8n cannot save an execution of more than ${limit} ("Invalid string length"). ` +
			'Choose File or Totals Only as Output, keep fewer columns, read the first rows only, or pass Rows in Batches to a sub-workflow and turn off saving this execution.'
		);
	}
}

/** What the user should know of the parts of an XML report that are in no row. */
export function leftOutNotice(leftOut: LeftOut): string | undefined {
	if (leftOut.size === 0) return undefined;
	const elements = [...leftOut].map(([name, times]) => `${number(times)} × ${name}`).join(', ');
	return `The report also holds elements that are in no row: ${elements}. To read those, enter their name as Row Element under Report Options.`;
}

/** Shows the notice above the node's output, or writes it to the log where there is none to show it on. */
export function notify(context: ReportContext, message: string | undefined): void {
	if (message === undefined) return;
	context.logger.warn(message);
	if ('addExecutionHints' in context) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}
