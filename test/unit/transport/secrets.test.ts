import { readConnection } from '../../../nodes/shared/transport/connection';
import { Secrets } from '../../../nodes/shared/transport/secrets';
import {
	createSignatureHeaders,
	createSignedToken,
} from '../../../nodes/shared/transport/signature';

const SECRET = 'kKtsNjzkPl0NmrRH/hMEWrTTRL+FfS4WH8oj3yrpyM0=';
const signs = (text: string, form: (code: number) => string) =>
	text.replace(/[^\w.]/g, (sign) => form(sign.charCodeAt(0)));
const hex = (code: number) => code.toString(16).padStart(2, '0');

const FORMS: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['URL-encoded', encodeURIComponent],
	['URL-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
	['in JSON escapes', (text) => signs(text, (code) => `\\u00${hex(code)}`)],
	['in JSON in JSON', (text) => JSON.stringify(JSON.stringify({ text }))],
	['with escaped slashes', (text) => text.replaceAll('/', '\\/')],
	['in HTML', (text) => signs(text, (code) => `&#${code};`)],
	['in HTML with hexadecimal digits', (text) => signs(text, (code) => `&#x${hex(code)};`)],
	['in HTML in HTML', (text) => signs(text, (code) => `&amp;#${code};`)],
	['in base64', (text) => Buffer.from(text).toString('base64')],
	['in base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
	['in lines', (text) => text.replace(/.{40}/g, '$&\r\n')],
	['without its padding', (text) => text.replace(/=+$/, '')],
	[
		'in the alphabet for addresses',
		(text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
	],
];

const credential = (authenticationMethod: string) => ({
	environment: 'sandbox',
	authenticationMethod,
	keyId: 'key-0123456789',
	sharedSecret: SECRET,
	merchantId: 'merchant_one',
});
const KEY = {
	id: 'key-0123456789',
	secret: Buffer.from(SECRET, 'base64'),
	merchantId: 'merchant_one',
	issuer: 'merchant_one',
};
/** Signatures differ in the signs they have: many are tried. */
const TIMES = Array.from({ length: 40 }, (_, n) => 1_790_000_000_000 + n * 1000);
const REQUEST = { method: 'GET', url: new URL('https://api.example.com/a') };
const tokens = TIMES.map((now) => createSignedToken(KEY, REQUEST, now));
const jwt = (claims: object) =>
	[{ alg: 'RS256' }, claims, { as: 'a signature' }]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
const PASTED = jwt({ sub: 'someone', exp: 4_000_000_000 });

const signatures = TIMES.map((now) => createSignatureHeaders(KEY, REQUEST, now));
const ofSignedTokens = new Secrets(readConnection(credential('signedToken')).secrets);
for (const token of tokens) ofSignedTokens.learn({ Authorization: `Bearer ${token}` });
const ofSignedRequests = new Secrets(readConnection(credential('signedRequest')).secrets);
for (const headers of signatures) ofSignedRequests.learn(headers);
const ofPasted = new Secrets(readConnection({ environment: 'sandbox', token: PASTED }).secrets);
const part = (at: number) => tokens.map((token) => token.split('.')[at]);

const HIDDEN: Array<[string, string[], Secrets]> = [
	['a shared secret', [SECRET], ofSignedTokens],
	['a key', [KEY.id], ofSignedTokens],
	['a signed token', tokens, ofSignedTokens],
	['the header of a signed token', part(0).slice(0, 1), ofSignedTokens],
	['the claims of a signed token', part(1), ofSignedTokens],
	['the signature of a signed token', part(2), ofSignedTokens],
	[
		'the signature of a signed request',
		signatures.map(({ signature }) => signature.slice(-45, -1)),
		ofSignedRequests,
	],
	['a pasted token', [PASTED], ofPasted],
	['the claims of a pasted token', [PASTED.split('.')[1]], ofPasted],
	['the signature of a pasted token', [PASTED.split('.')[2]], ofPasted],
	['a client secret', ['c+l/i=e&n<t-Secret-01'], new Secrets(['c+l/i=e&n<t-Secret-01'])],
];

describe.each(HIDDEN)('%s', (_what, values, { hide }) => {
	it.each(FORMS)('is hidden %s', (_how, form) => {
		for (const value of values) {
			const shown = hide(`It got "${form(value)}" from you.`);
			expect(shown).toMatch(/^(It got "[\\"{}:a-z]*\*\*\*[\\"}]*" from you\.|\*\*\*)$/);
		}
	});

	it('leaves the rest of the message', () => {
		expect(hide(`It got "${values[0]}" from you.`)).toContain('from you.');
	});
});

it('hides a token that was cut off', () => {
	const cut = `${'x'.repeat(20)} ${PASTED}`.slice(0, 60);
	expect(ofPasted.hide(cut)).toBe(`${'x'.repeat(20)} ***`);
});

it.each([
	'100% of 5%ab, \\u0041 & <b>&#43;</b> \\\\ "quoted"',
	'/reporting/v3/report-definitions/TransactionRequestClass',
	'Transaction_Request_Report_For_EU_Shops_2026 is not known',
	'id 5a88cad5-9747-42af-a223-343af409d81a, correlation 0123456789abcdef0123456789abcdef',
	'a'.repeat(43),
	// A report ID and a correlation ID, as long as a signature.
	'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
	'Zm9vYmFyQmF6UXV4Q29ycmVsYXRpb25JZGVudGlmaWVy',
	'n4bQgYhMfWWaL3qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
	'',
])('what is no secret is shown as it is: %j', (text) => {
	for (const { hide } of [ofSignedTokens, ofSignedRequests, ofPasted]) {
		expect(hide(text)).toBe(text);
	}
});

it.each(['', 'a', 'ab', 'abc'])('hides a secret in base64 after "%s"', (before) => {
	const shown = new Secrets([SECRET]).hide(
		`got ${Buffer.from(before + SECRET).toString('base64')}`,
	);
	expect(shown).toMatch(/^got .{0,4}\*\*\*$/);
});

it('hides a token of any length', () => {
	const token = jwt({ roles: 'x+y/z'.repeat(5000) });
	expect(new Secrets([token]).hide(`got ${encodeURIComponent(token)} here`)).toBe('got *** here');
});

it('leaves out what is too short to differ from other text', () => {
	expect(new Secrets(['', 'a', 'secret']).hide('a secret')).toBe('a secret');
});

it('knows the last 100 proofs, more than there are requests at the same time', () => {
	const secrets = new Secrets(['lasting-secret']);
	const proof = (n: number) => `proof-${String(n).padStart(10, '0')}`;
	for (let n = 0; n < 150; n++) secrets.learn({ Authorization: `Bearer ${proof(n)}` });
	expect(secrets.hide(`${proof(149)} ${proof(50)} lasting-secret`)).toBe('*** *** ***');
	expect(secrets.hide(proof(49))).toBe(proof(49));
});

it('hides a token that was renewed after it had to hide one', () => {
	const secrets = new Secrets(['lasting-secret']);
	for (const token of ['first-token-0001', 'renewed-token-0002']) {
		secrets.learn({ Authorization: `Bearer ${token}` });
		expect(secrets.hide(token)).toBe('***');
	}
});
