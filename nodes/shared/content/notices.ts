import { number } from '../report/problem';
import type { LeftOut } from '../report/xml/xmlReader';
import type { ReportContext } from './source';

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
