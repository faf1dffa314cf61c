export interface FieldProblem {
	field: string;
	reason: string;
}

/** Thrown by a handler to answer with an error of the service. Throw before changing anything. */
export class Refusal extends Error {
	readonly headers: Record<string, string> = {};

	constructor(
		readonly statusCode: number,
		readonly reason: string,
		message: string,
		readonly details: readonly FieldProblem[] = [],
	) {
		super(message);
	}

	static invalid(message: string, details: readonly FieldProblem[] = []): Refusal {
		return new Refusal(400, 'INVALID_REQUEST', message, details);
	}

	/** All problems of one request together, named in the message too. */
	static invalidFields(details: readonly FieldProblem[]): Refusal {
		const said = details.map(({ field, reason }) => `${field}: ${reason}`).join('; ');
		return Refusal.invalid(`Invalid request. ${said}`, details);
	}

	static notFound(message: string): Refusal {
		return new Refusal(404, 'NOT_FOUND', message);
	}
}
