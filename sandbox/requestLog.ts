export interface LoggedRequest {
	number: number;
	/** By the sandbox clock. */
	time: string;
	method: string;
	/** As it traveled, with the query. */
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

const MASK = '****';
/** Headers that are secret whatever is in them. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'signature']);
const SCHEME = /^((?:Basic|Bearer|Digest|Signature|Token) +)?.*$/is;
const SECRET_PARAMETERS = /([?&](?:access_token|token|api_?key|client_secret)=)[^&]*/gi;
const KEPT = 10_000;
const LARGEST_BODY = 64 * 1024;

/** What was received, with no token in it. */
export class RequestLog {
	private entries: Array<{
		secrets: readonly string[];
		bodyText?: string;
		request: LoggedRequest;
	}> = [];
	private count = 0;

	add(request: Omit<LoggedRequest, 'number'>, secrets: readonly string[]): number {
		if (this.entries.length >= 2 * KEPT) this.entries = this.entries.slice(-KEPT);
		const number = ++this.count;
		this.entries.push({ secrets, request: { number, ...request } });
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
			.map(({ request, bodyText, secrets }) => {
				const body = bodyText === undefined ? {} : { body: readBody(bodyText) };
				return masked({ ...request, ...body }, secrets);
			});
	}

	clear(): void {
		this.entries = [];
	}

	private find(number: number): (typeof this.entries)[number] | undefined {
		const first = this.entries.at(0)?.request.number ?? 0;
		return this.entries[number - first];
	}
}

function readBody(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

function masked(request: LoggedRequest, secrets: readonly string[]): LoggedRequest {
	const written = secrets.flatMap((secret) => [
		secret,
		encodeURIComponent(secret),
		JSON.stringify(secret).slice(1, -1),
	]);
	const hide = (text: string): string =>
		written.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
	const headers = Object.entries(request.headers).map(([name, value]) => [
		name,
		SECRET_HEADERS.has(name) ? String(value).replace(SCHEME, `$1${MASK}`) : hideIn(value, hide),
	]);
	return {
		...request,
		url: hide(request.url.replace(SECRET_PARAMETERS, `$1${MASK}`)),
		headers: Object.fromEntries(headers) as LoggedRequest['headers'],
		...('body' in request && { body: hideIn(request.body, hide) }),
	};
}

function hideIn(value: unknown, hide: (text: string) => string): unknown {
	if (typeof value === 'string') return hide(value);
	if (Array.isArray(value)) return value.map((each) => hideIn(each, hide));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [hide(name), hideIn(each, hide)]),
	);
}
