export interface LoggedRequest {
	number: number;
	/** By the sandbox clock. */
	time: string;
	method: string;
	/** As it travelled, with the query. */
	url: string;
	headers: Record<string, unknown>;
	body?: unknown;
	/** The organization of the token, once it was accepted. */
	organizationId?: string;
	/** The fault that hit it. */
	faultId?: number;
	/** Absent while it is being answered, and when the connection was dropped. */
	status?: number;
}

export const MASK = '****';
const KEPT = 10_000;
const LARGEST_BODY = 64 * 1024;

/** What was received, with no token in it. */
export class RequestLog {
	private entries: Array<{ secret?: string; bodyText?: string; request: LoggedRequest }> = [];
	private count = 0;

	add(request: Omit<LoggedRequest, 'number'>, secret: string | undefined): number {
		if (this.entries.length >= 2 * KEPT) this.entries = this.entries.slice(-KEPT);
		const number = ++this.count;
		this.entries.push({ secret, request: { number, ...request } });
		return number;
	}

	note(number: number, facts: Partial<LoggedRequest>): void {
		const entry = this.find(number);
		if (entry) Object.assign(entry.request, facts);
	}

	noteBody(number: number, text: string): void {
		const entry = this.find(number);
		if (!entry) return;
		entry.bodyText =
			text.length > LARGEST_BODY ? JSON.stringify(`(${text.length} characters)`) : text;
	}

	last(count: number, wanted: (request: LoggedRequest) => boolean): LoggedRequest[] {
		return this.entries
			.filter(({ request }) => wanted(request))
			.slice(-Math.min(count, KEPT))
			.map(({ request, bodyText, secret }) => {
				const body = bodyText === undefined ? {} : { body: readBody(bodyText) };
				return masked({ ...request, ...body }, secret);
			});
	}

	clear(): void {
		this.entries = [];
	}

	private find(number: number): (typeof this.entries)[number] | undefined {
		const first = this.entries.at(0)?.request.number ?? 0;
		return this.entries.at(number - first);
	}
}

function readBody(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

function masked(request: LoggedRequest, secret: string | undefined): LoggedRequest {
	if (!secret) return request;
	const written = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
	const text = written.reduce((all, form) => all.replaceAll(form, MASK), JSON.stringify(request));
	return JSON.parse(text) as LoggedRequest;
}
