import { parse } from 'lossless-json';
import type { Checked } from '../../shared/period';

/** JSON.parse does not always say where it stumbled; this parser does. */
const AT_POSITION = /^(.*) at position (\d+)$/s;

const place = (text: string, position: number): string => {
	const before = text.slice(0, position).split('\n');
	return `line ${before.length}, column ${before[before.length - 1].length + 1}`;
};

/** The value of a JSON field, or what is wrong with it and where. A value that is no text is a value already. */
export const readJson = (field: string, input: unknown): Checked<unknown> => {
	if (typeof input !== 'string') return { value: input };
	if (input.trim() === '') return { value: undefined };
	try {
		parse(input);
		return { value: JSON.parse(input) };
	} catch (error) {
		const { message } = error as SyntaxError;
		const [, what, position] = AT_POSITION.exec(message) ?? [undefined, message, '0'];
		return {
			problems: [`${field}: not valid JSON at ${place(input, Number(position))}: ${what}`],
		};
	}
};
