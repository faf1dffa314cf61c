import { type FieldProblem, Refusal } from './refusal';

/** Reads a body or a query: every wrong or unknown field is named, all of them together. */
export class Fields {
	readonly problems: FieldProblem[] = [];
	private readonly read = new Set<string>();
	private readonly values: Record<string, unknown>;

	/** The prefix is put before the names of fields in problems: "reportPreferences.". */
	constructor(
		body: unknown,
		private readonly prefix = '',
	) {
		if (body === undefined || body === null) this.values = {};
		else if (typeof body === 'object' && !Array.isArray(body)) {
			this.values = body as Record<string, unknown>;
		} else throw Refusal.invalid('The body must be a JSON object.');
	}

	has(field: string): boolean {
		return this.values[field] !== undefined;
	}

	any(field: string): unknown {
		this.read.add(field);
		return this.values[field];
	}

	text(field: string): string | undefined {
		return this.typed(field, 'a text', (value) => typeof value === 'string' && value !== '');
	}

	flag(field: string): boolean | undefined {
		return this.typed(field, 'true or false', (value) => typeof value === 'boolean');
	}

	whole(field: string): number | undefined {
		return this.typed(field, 'a whole number', Number.isSafeInteger);
	}

	/** A whole number that is at least the bound. */
	count(field: string, least = 0): number | undefined {
		return this.typed(
			field,
			`a whole number of at least ${least}`,
			(value) => Number.isSafeInteger(value) && (value as number) >= least,
		);
	}

	choice<T extends string>(field: string, choices: readonly T[]): T | undefined {
		return this.typed(field, `one of ${choices.join(', ')}`, (value) =>
			choices.includes(value as T),
		);
	}

	texts(field: string): string[] | undefined {
		return this.typed(
			field,
			'a list of texts',
			(value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
		);
	}

	/** A moment in ISO 8601 with its offset, as milliseconds since 1970. */
	moment(field: string): number | undefined {
		const text = this.typed<string>(
			field,
			'a time in ISO 8601 with an offset, such as 2026-03-01T00:00:00Z',
			(value) =>
				typeof value === 'string' &&
				/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(value) &&
				!Number.isNaN(Date.parse(value)),
		);
		return text === undefined ? undefined : Date.parse(text);
	}

	/** Undefined only where a problem has been noted. */
	required<T>(field: string, value: T | undefined): T {
		if (value === undefined && this.values[field] === undefined) {
			this.refuse(field, 'is required');
		}
		return value as T;
	}

	refuse(field: string, reason: string): void {
		this.problems.push({ field: `${this.prefix}${field}`, reason });
	}

	/** Names the fields that nobody asked for. */
	refuseUnknown(): void {
		for (const field of Object.keys(this.values)) {
			if (!this.read.has(field)) this.refuse(field, 'is not known here');
		}
	}

	/** Call once everything is read, before anything is changed. */
	check(): void {
		this.refuseUnknown();
		if (this.problems.length > 0) throw Refusal.invalidFields(this.problems);
	}

	private typed<T>(
		field: string,
		expected: string,
		fits: (value: unknown) => boolean,
	): T | undefined {
		const value = this.any(field);
		if (value === undefined) return undefined;
		if (fits(value)) return value as T;
		this.refuse(field, `must be ${expected}`);
		return undefined;
	}
}
