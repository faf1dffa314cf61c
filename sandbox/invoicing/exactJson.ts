import { LosslessNumber, parse, stringify } from 'lossless-json';
import { Refusal } from '../refusal';

/** A JSON number that is written as the text it was made from. */
export function exactNumber(text: string): LosslessNumber {
	return new LosslessNumber(text);
}

/** JSON whose numbers keep their digits: 0.10 stays 0.10, and 9007199254740993.00 itself. */
export function parseExactJson(text: string): unknown {
	try {
		return parse(text);
	} catch (error) {
		// Valid JSON that this reader refuses: a key given twice, or nesting without end.
		throw Refusal.invalid(`The body cannot be read: ${(error as Error).message}`);
	}
}

export function writeExactJson(value: unknown): string {
	return stringify(value) as string;
}
