import { number } from '../number';
import { error, PassingRefusal, Refusal, refusal } from '../problem';

/** Where in a report something was found, counted from 1. */
export interface Place {
	row: number;
	byte: number;
}

const inReport = ({ row, byte }: Place): string => `row ${number(row)}, byte ${number(byte)}`;

/** Something wrong within one row. The code that counts the rows adds which one. */
export class RowRefusal extends Refusal {
	constructor(message: string, advice: string) {
		super([error('', message)], advice);
	}

	at(place: Place): Refusal {
		return refusal(`At ${inReport(place)}: ${this.message}`, this.advice);
	}
}

export const notEncoded = (what: string, encoding: string): RowRefusal =>
	new RowRefusal(
		`${what} is not valid ${encoding.toUpperCase()}`,
		'The report has another encoding, or it was damaged in transit. Download it as a file to look at it.',
	);

const AGAIN = 'Download the report again. If it happens each time, ask the service.';

export const cutOff = (end: Place, reason: string, advice = AGAIN): Refusal =>
	new PassingRefusal(`The report was cut off at ${inReport(end)}: ${reason}`, advice);

/** An error with the place at which it came up; one that is not a refusal came from the connection. */
export function placed(cause: unknown, place: Place, end: Place): Refusal {
	if (cause instanceof RowRefusal) return cause.at(place);
	if (cause instanceof Refusal) return cause;
	const { reason, advice } = wordsOf(cause);
	return cutOff(end, reason, advice);
}

function wordsOf(cause: unknown): { reason: string; advice?: string } {
	return cause instanceof Error
		? { reason: cause.message, advice: adviceOf(cause) }
		: { reason: String(cause) };
}

/** What the transport knows better, for example that a longer Timeout helps. */
const adviceOf = (cause: Error): string | undefined =>
	'description' in cause && typeof cause.description === 'string' && cause.description !== ''
		? cause.description
		: undefined;
