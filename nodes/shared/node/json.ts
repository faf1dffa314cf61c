import { parseEnteredJson } from '../exactJson';
import { type Checked, error } from '../problem';

const AT_POSITION = /^(.*) at position (\d+)$/s;

const place = (text: string, position: number): string => {
	const before = text.slice(0, position).split('\n');
	return `line ${before.length}, column ${before[before.length - 1].length + 1}`;
};

/** The value of a JSON field, exact to the last digit. An expression gives a value that is no text. */
export function readJson(field: string, input: unknown): Checked<unknown> {
	if (typeof input !== 'string') return { value: input };
	if (input.trim() === '') return { value: undefined };
	try {
		return { value: parseEnteredJson(input) };
	} catch (problem) {
		const { message } = problem as SyntaxError;
		const [, what, position] = AT_POSITION.exec(message) ?? [undefined, message, '0'];
		const at = place(input, Number(position));
		return { problems: [error(field, `not valid JSON at ${at}: ${what}`)] };
	}
}
