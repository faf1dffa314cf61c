/** Read as "Line item 3, Unit Price: is required". */
export interface Problem {
	severity: 'error' | 'warning';
	/** Its name in the editor; empty where the problem is not with one field. */
	field: string;
	/** The row of the input, counted from 1, where an invoice has several. */
	row?: number;
	line?: number;
	/** missing: nothing was entered. contradiction: rows of one invoice say different things. */
	kind?: 'missing' | 'contradiction';
	/** What is wrong, and what to do about it. */
	message: string;
}

export type ParseResult<T> = { value: T } | { problems: Problem[] };

export const error = (field: string, message: string, line?: number): Problem => ({
	severity: 'error',
	field: shortenMessage(field, MAX_NAME_LENGTH),
	message: shortenMessage(message),
	line,
});

export const warning = (field: string, message: string, line?: number): Problem => ({
	...error(field, message, line),
	severity: 'warning',
});

export const missing = (field: string, message: string, line?: number): Problem => ({
	...error(field, message, line),
	kind: 'missing',
});

const LONG_QUOTE = /"([^"]{200})[^"]{100,}"/g;
const MAX_NAME_LENGTH = 200;
const LONGEST = 2000;
/** Of all lines of a list. */
const MAX_LIST_LENGTH = 10_000;

/** With as much of the values that it quotes as helps to recognize them. */
export function shortenMessage(message: string, most = LONGEST): string {
	const text = message.replace(LONG_QUOTE, '"$1…"');
	return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** As many as a person looks through, and how many more there are. */
export function shortenList(texts: readonly string[], most = MAX_LIST_LENGTH): readonly string[] {
	let length = 0;
	const some = texts.filter((text) => (length += text.length) <= most);
	const more = texts.length - some.length;
	return more === 0 ? texts : [...some, `… and ${more} more`];
}

export function formatProblem({ field, row, line, message }: Problem): string {
	const where = [
		row === undefined ? '' : `Row ${row}`,
		line === undefined ? '' : `Line item ${line}`,
	];
	const place = [...where, field].filter(Boolean).join(', ');
	return place === '' ? message : `${place}: ${message}`;
}

/** Only the first problem of a field: one that cannot be read is not missing as well. */
export const addProblemsOfOtherFields = (
	first: readonly Problem[],
	others: readonly Problem[],
): Problem[] => [
	...first,
	...others.filter(
		({ field, line }) => !first.some((known) => known.field === field && known.line === line),
	),
];

export const problemsOf = (...results: Array<ParseResult<unknown>>): Problem[] =>
	results.flatMap((result) => ('problems' in result ? result.problems : []));

export const errorsOf = (problems: readonly Problem[]): Problem[] =>
	problems.filter(({ severity }) => severity === 'error');

export const warningTexts = (problems: readonly Problem[]): string[] =>
	problems.filter(({ severity }) => severity === 'warning').map(formatProblem);

/** The one error that is thrown about problems. */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	/** What happened to a row that fails with it. */
	readonly outcome: 'failed' | 'notTried' | 'unknown' = 'failed';

	readonly texts: readonly string[];

	/** What to do about it, and what was done already. */
	readonly advice?: string;

	constructor(
		readonly problems: readonly Problem[],
		advice?: string,
	) {
		const texts = [...new Set(problems.map(formatProblem))];
		super(
			texts.length === 1
				? texts[0]
				: `${texts.length} problems: ${shortenList(texts, LONGEST).join('; ')}`,
		);
		this.texts = texts;
		this.advice = advice && shortenMessage(advice);
	}
}

/** Nothing was sent for the row. The other rows can be carried out. */
export class SingleRowRefusal extends Refusal {
	constructor(
		problems: readonly Problem[],
		advice: string,
		/** What is known of what it was refused for. */
		readonly about: Record<string, string> = {},
	) {
		super(problems, advice);
	}
}

/** The service may have done what was asked, or something else. */
export class UnknownOutcomeRefusal extends Refusal {
	override readonly outcome = 'unknown';

	constructor(message: string, advice: string) {
		super([error('', message)], advice);
	}
}

export const refusal = (message: string, advice?: string, field = ''): Refusal =>
	new Refusal([error(field, message)], advice);

/** It may be right a moment later: it was cut off on its way, or came too early. */
export class TransientRefusal extends Refusal {
	constructor(message: string, advice: string) {
		super([error('', message)], advice);
	}
}

export function throwIfErrors(problems: readonly Problem[], advice?: string): void {
	const errors = errorsOf(problems);
	if (errors.length > 0) throw new Refusal(errors, advice);
}

export function valueOrThrow<T>(result: ParseResult<T>, advice?: string): T {
	if ('problems' in result) throw new Refusal(result.problems, advice);
	return result.value;
}

/** All values, or one refusal with everything that is wrong. */
export function readAll<Values extends object>(readers: {
	[Name in keyof Values]: () => Values[Name];
}): Values {
	const values: Partial<Values> = {};
	const refused: Refusal[] = [];
	for (const name of Object.keys(readers) as Array<keyof Values>) {
		try {
			values[name] = readers[name]();
		} catch (reason) {
			refused.push(refusalOrRethrow(reason));
		}
	}
	if (refused.length === 0) return values as Values;
	const advice = new Set(refused.flatMap(({ advice: words }) => words ?? []));
	throw new Refusal(
		refused.flatMap(({ problems }) => problems),
		advice.size > 0 ? [...advice].join(' ') : undefined,
	);
}

export function refusalOrRethrow(reason: unknown): Refusal {
	if (reason instanceof Refusal) return reason;
	throw reason;
}
