/**
 * Every secret that a test gives to a credential, and every one that was made from it, is looked for in whatever
 * the nodes hand to n8n: a leak fails the test, wherever the leak is and however it is written.
 */
import { EventEmitter } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

interface Secret {
	name: string;
	/** In the forms in which it would still be of use to anyone who finds it. */
	forms: ReadonlyArray<readonly [form: string, text: string]>;
}

/** Shorter ones would be found in any text. */
const SHORTEST = 8;
/** Signatures that are kept: each request has another one. */
const MOST_PASSING = 20;
/** What is looked at together; of larger bytes in memory the first and the last part only. */
const MOST_BYTES = 8 * 1024 * 1024;
const OVERLAP = 16 * 1024;
const CHUNK = 256 * 1024;

const lasting = new Map<string, Secret>();
const passing = new Map<string, Secret>();
const leaks: string[] = [];

const unicodeEscapes = (text: string): string =>
	[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const percentEscapes = (hex: string): string => hex.replace(/../g, '%$&');

/** Without the letters that the neighbors of the secret have a part in. */
const inBase64 = (secret: string, before: number): string => {
	const bytes = Buffer.from(' '.repeat(before) + secret);
	const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
	return bytes.toString('base64').slice(start, end);
};

const jsonEscapes = (text: string): string => JSON.stringify(text).slice(1, -1);

/** All the texts in which a secret may show up. */
export function formsOf(secret: string): ReadonlyArray<readonly [form: string, text: string]> {
	const hex = Buffer.from(secret).toString('hex');
	const unicode = unicodeEscapes(secret);
	const url = encodeURIComponent(secret);
	const json = jsonEscapes(secret);
	const base64 = [0, 1, 2].map((before) => inBase64(secret, before));
	const all: Array<readonly [string, string]> = [
		['plain', secret],
		['URL-encoded', url],
		['URL-encoded', url.replace(/%../g, (escape) => escape.toLowerCase())],
		['URL-encoded', percentEscapes(hex)],
		['URL-encoded', percentEscapes(hex.toUpperCase())],
		['JSON escapes', json],
		['JSON escapes', jsonEscapes(json)],
		['JSON escapes', json.replaceAll('/', '\\/')],
		['unicode escapes', unicode],
		['unicode escapes', unicode.replace(/[0-9a-f]{4}/g, (code) => code.toUpperCase())],
		['hexadecimal', hex],
		['hexadecimal', hex.toUpperCase()],
		...base64.map((text) => ['base64', text] as const),
		...base64.map((text) => ['base64', text.replace(/\+/g, '-').replace(/\//g, '_')] as const),
	];
	return all.filter(([, text], index) => all.findIndex((other) => other[1] === text) === index);
}

/** The bench measures the nodes, not the search. */
const isTest = process.env.JEST_WORKER_ID !== undefined;

function remember(known: Map<string, Secret>, name: string, secret: unknown): void {
	if (!isTest) return;
	if (typeof secret !== 'string' || secret.length < SHORTEST || known.has(secret)) return;
	known.set(secret, { name, forms: formsOf(secret) });
}

/** Takes the secrets out of a credential. */
export function watchCredential(credential: Record<string, unknown>): void {
	for (const name of ['token', 'keyId', 'sharedSecret', 'clientSecret']) {
		remember(lasting, name, credential[name]);
	}
	const given = credential.oauthTokenData as Record<string, unknown> | undefined;
	remember(lasting, 'access token', given?.access_token);
	remember(lasting, 'refresh token', given?.refresh_token);
}

/** Takes what proves who sent a request: a token, a signed token with its parts, a signature. */
export function watchRequest(headers: Record<string, unknown> = {}): void {
	for (const value of Object.values(headers)) {
		const text = String(value);
		const jwt = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0];
		remember(passing, 'signed token', jwt);
		remember(passing, 'signature', jwt?.split('.')[2]);
		remember(passing, 'signature', /signature="([^"]+)"/i.exec(text)?.[1]);
	}
	for (const oldest of [...passing.keys()].slice(0, -MOST_PASSING)) passing.delete(oldest);
}

/** The first secret in a text: its name, and the form in which it is there. */
function secretIn(text: string): string | undefined {
	for (const known of [lasting, passing]) {
		for (const { name, forms } of known.values()) {
			const found = forms.find(([, written]) => text.includes(written));
			if (found !== undefined) return `the ${name} (${found[0]})`;
		}
	}
	return undefined;
}

type Visit = (text: string, place: () => string) => void;

/** What JSON leaves out of an error, n8n and its logs still show. */
const HIDDEN_IN_ERRORS = ['message', 'stack', 'cause', 'description', 'context'];

const namesIn = (value: object): Iterable<string> =>
	value instanceof Error
		? new Set([...Object.keys(value), ...HIDDEN_IN_ERRORS])
		: Object.keys(value);

/** Every text in a value, names of fields included, each object once. */
function visitTexts(value: unknown, visit: Visit): void {
	const seen = new Set<object>();
	const path: string[] = [];
	const place = () => path.map((name) => `.${name}`).join('');
	const walk = (one: unknown): void => {
		if (typeof one === 'string') return visit(one, place);
		if (typeof one !== 'object' || one === null || seen.has(one)) return;
		// Sockets and streams are the engine's.
		if (one instanceof EventEmitter) return;
		seen.add(one);
		if (ArrayBuffer.isView(one)) return visit(ofBytes(bytesOf(one)), place);
		if (one instanceof Map || one instanceof Set) return walk([...one]);
		const isList = Array.isArray(one);
		for (const name of namesIn(one)) {
			path.push(name);
			if (!isList) visit(name, place);
			walk((one as Record<string, unknown>)[name]);
			path.pop();
		}
	};
	walk(value);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
	Buffer.from(buffer, byteOffset, byteLength);

function ofBytes(bytes: Buffer): string {
	if (bytes.length <= MOST_BYTES) return bytes.toString();
	const half = MOST_BYTES / 2;
	return `${bytes.toString('utf8', 0, half)}\n${bytes.toString('utf8', bytes.length - half)}`;
}

/** Whether any text of a value has a secret in it; small texts are looked at together. */
function hasSecret(value: unknown): boolean {
	let together: string[] = [];
	let length = 0;
	let found = false;
	const look = () => {
		found ||= secretIn(together.join('\n')) !== undefined;
		together = [];
		length = 0;
	};
	visitTexts(value, (text) => {
		if (text.length < SHORTEST) return;
		together.push(text);
		length += text.length;
		if (length > CHUNK) look();
	});
	look();
	return found;
}

/** The places of a value that have a secret in them, in words. */
export function leaksIn(what: string, value: unknown): string[] {
	if (lasting.size + passing.size === 0 || !hasSecret(value)) return [];
	const found: string[] = [];
	visitTexts(value, (text, place) => {
		const secret = secretIn(text);
		if (secret !== undefined) found.push(`${secret} is in ${what}${place()}`);
	});
	return found;
}

/** Fails the test that is running if a secret is in the value. */
export function search(what: string, value: unknown): void {
	if (isTest) leaks.push(...leaksIn(what, value));
}

/** Looks into every file below a folder whose path fits, and tells how many there are. */
export function searchFolder(what: string, folder: string, fits = /./): number {
	if (!existsSync(folder)) return 0;
	let files = 0;
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const file = path.relative(folder, path.join(entry.parentPath, entry.name));
		if (!entry.isFile() || !fits.test(file)) continue;
		searchFile(`${what} ${file}`, path.join(folder, file));
		files++;
	}
	return files;
}

/** Part by part: a database may be larger than what fits into memory. */
export function searchFile(what: string, file: string): void {
	const descriptor = openSync(file, 'r');
	const part = Buffer.alloc(MOST_BYTES);
	let length = 0;
	let position = 0;
	do {
		length = readSync(descriptor, part, 0, part.length, position);
		search(what, part.toString('utf8', 0, length));
		// The next part has the end of this one again, for what lies across.
		position += length - OVERLAP;
	} while (length === part.length);
	closeSync(descriptor);
}

/** What an action of the editor gives, or the error it ends with, without a secret. */
export async function searched<T>(what: string, result: Promise<T>): Promise<T> {
	try {
		const value = await result;
		search(what, value);
		return value;
	} catch (error) {
		search(`the error of ${what}`, error);
		throw error;
	}
}

/** What leaked since it was asked for last. */
export const takeLeaks = (): string[] => leaks.splice(0);

export function failOnLeaks(): void {
	const found = takeLeaks();
	if (found.length > 0) throw new Error(`Secrets leaked:\n${found.slice(0, 20).join('\n')}`);
}
