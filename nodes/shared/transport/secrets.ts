import { trimText } from '../text';

const HIDDEN = '***';

/** Shorter ones would be found in any text. */
export const MIN_SECRET_LENGTH = 8;

/** A text can be cut in the middle of a secret: so much of its beginning gives it away. */
const MIN_BEGINNING = 16;
const MAX_BEGINNING = 32;

/** No more requests run at the same time. */
const MAX_RECENT = 100;
const MAX_LASTING = 20;

/** What a secret can continue with: escapes, and line ends where a long one is wrapped. */
const REST = '[\\w.~+/=%\\\\&;#\\r\\n-]*';

/** No letter and no digit, also as URLs, JSON and HTML write it, however often. */
const SIGN = /%(?:25)*[\da-f]{2}|\\u00[\da-f]{2}|&(?:amp;)*(?:#x?[\da-f]+|[a-z]+);|[^a-z\d]/gi;

/**
 * What a run never shows: the secrets of its credential, and the tokens and signatures that its requests carried.
 * They are found as they are and in URLs, JSON, HTML and base64.
 */
export class Secrets {
	/** Of the credential. A trigger that runs for months sees many access tokens. */
	private readonly lasting = new Set<string>();

	/** Tokens and signatures: each signed request has its own. */
	private readonly recent = new Set<string>();

	private forms?: string[];

	constructor(secrets: readonly string[] = []) {
		this.add(secrets);
	}

	add(secrets: readonly string[]): void {
		for (const secret of secrets) this.keep(this.lasting, secret, MAX_LASTING);
	}

	learn({ Authorization, signature }: Record<string, unknown>): void {
		this.keep(this.recent, trimText(Authorization).split(' ').at(-1), MAX_RECENT);
		this.keep(this.recent, trimText(signature).split('"').at(-2), MAX_RECENT);
	}

	private keep(known: Set<string>, secret: string | undefined, most: number): void {
		if (secret === undefined || secret.length < MIN_SECRET_LENGTH) return;
		if (!known.delete(secret)) this.forms = undefined;
		known.add(secret);
		for (const oldest of [...known].slice(0, -most)) known.delete(oldest);
	}

	readonly hide = (text: string): string => {
		this.forms ??= [...this.lasting, ...this.recent].flatMap(formsOf);
		const shown = hideIn(text, this.forms);
		const letters = withoutSigns(shown);
		const isIn = (form: string) => form.length >= MIN_SECRET_LENGTH && letters.includes(form);
		return this.forms.map(withoutSigns).some(isIn) ? HIDDEN : shown;
	};
}

const ofRuns = new WeakMap<object, Secrets>();

/** `context`: what n8n gives the node for a run. */
export function secretsOfRun(context: object): Secrets {
	const known = ofRuns.get(context) ?? new Secrets();
	ofRuns.set(context, known);
	return known;
}

/** The beginnings of everything that a secret can be written as. */
function formsOf(secret: string): string[] {
	// The claims of a JWT say who it is for, and its signature makes it valid.
	const parts = [secret, ...(secret.startsWith('ey') ? secret.split('.').slice(1) : [])];
	const forms = parts
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.flatMap((part) => [
			part,
			encodeURIComponent(part),
			...[0, 1, 2].map((before) => inBase64(part, before)),
		]);
	return [...new Set(forms.map((form) => plain(beginningOf(form))))];
}

const beginningOf = (form: string): string =>
	form.slice(0, Math.min(MAX_BEGINNING, Math.max(MIN_BEGINNING, form.length / 2)));

/** Without the letters that the text around it changes. `before`: how many bytes come first. */
function inBase64(secret: string, before: number): string {
	const bytes = Buffer.from(' '.repeat(before) + secret);
	const start = Math.ceil((before * 8) / 6);
	return bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
}

/** The same for all ways to write letters and base64, and as long as the text. */
const plain = (text: string): string =>
	text
		.replace(/[^\0-\x7f]/g, '?')
		.toLowerCase()
		.replaceAll('-', '+')
		.replaceAll('_', '/');

function hideIn(text: string, forms: readonly string[]): string {
	const searched = plain(text);
	const found = forms.filter((form) => searched.includes(form));
	if (found.length === 0) return text;
	const literally = found.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	let shown = '';
	let end = 0;
	for (const { 0: secret, index } of searched.matchAll(
		new RegExp(`(?:${literally.join('|')})${REST}`, 'g'),
	)) {
		shown += text.slice(end, index) + HIDDEN;
		end = index + secret.length;
	}
	return shown + text.slice(end);
}

const withoutSigns = (text: string): string => text.replace(SIGN, '').toLowerCase();
