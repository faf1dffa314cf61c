import { connectionOf } from '../../../nodes/shared/transport/connection';
import { redactorOf } from '../../../nodes/shared/transport/redact';
import { signatureHeaders, signedToken } from '../../../nodes/shared/transport/signature';
import { processorTime } from '../../support/processorTime';

const SECRET = 'kKtsNjzkPl0NmrRH/hMEWrTTRL+FfS4WH8oj3yrpyM0=';
const each = (text: string, form: (code: number, character: string) => string) =>
	Array.from(text, (character) => form(character.charCodeAt(0), character)).join('');
const signs = (text: string, form: (code: number) => string) =>
	each(text, (code, character) => (/[\w.]/.test(character) ? character : form(code)));
const hex = (code: number) => code.toString(16).padStart(2, '0');

const FORMS: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['URL-encoded', encodeURIComponent],
	['URL-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
	['with every character URL-encoded', (text) => each(text, (code) => `%${hex(code)}`)],
	['with every character as a JSON escape', (text) => each(text, (code) => `\\u00${hex(code)}`)],
	['in JSON in JSON', (text) => JSON.stringify(JSON.stringify({ text }))],
	['with escaped slashes', (text) => text.replaceAll('/', '\\/')],
	['in HTML', (text) => signs(text, (code) => `&#${code};`)],
	['in HTML with hexadecimal digits', (text) => signs(text, (code) => `&#x${hex(code)};`)],
	['in HTML in HTML', (text) => signs(text, (code) => `&amp;#${code};`)],
	['in base64', (text) => Buffer.from(text).toString('base64')],
	['in base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
	['in hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
	['in big hexadecimal digits', (text) => Buffer.from(text).toString('hex').toUpperCase()],
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
const tokens = TIMES.map((now) => signedToken(KEY, REQUEST, now));
const jwt = (claims: object) =>
	[{ alg: 'RS256' }, claims, { as: 'a signature' }]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
const PASTED = jwt({ sub: 'someone', exp: 4_000_000_000 });

const redactSigned = connectionOf(credential('signedToken')).redact;
const redactToken = connectionOf({ environment: 'sandbox', token: PASTED }).redact;
const part = (at: number) => tokens.map((token) => token.split('.')[at]);

const HIDDEN: Array<[string, string[], (text: string) => string]> = [
	['a shared secret', [SECRET], redactSigned],
	['a key', [KEY.id], redactSigned],
	['a signed token', tokens, redactSigned],
	['the header of a signed token', part(0).slice(0, 1), redactSigned],
	['the claims of a signed token', part(1), redactSigned],
	['the signature of a signed token', part(2), redactSigned],
	[
		'the signature of a signed request',
		TIMES.map((now) => signatureHeaders(KEY, REQUEST, now).signature.slice(-45, -1)),
		connectionOf(credential('signedRequest')).redact,
	],
	['a pasted token', [PASTED], redactToken],
	['the claims of a pasted token', [PASTED.split('.')[1]], redactToken],
	['the signature of a pasted token', [PASTED.split('.')[2]], redactToken],
	['a client secret', ['c+l/i=e&n"t'], redactorOf(['c+l/i=e&n"t'])],
];

describe.each(HIDDEN)('%s', (_what, values, redact) => {
	it.each(FORMS)('is hidden %s', (_how, form) => {
		for (const value of values) {
			const shown = redact(`It got "${form(value)}" from you.`);
			expect(shown).toMatch(/^It got "[\\"{}:a-z]*\*\*\*[\\"}]*" from you\.$/);
		}
	});
});

describe('what is no secret', () => {
	it.each([
		'100% of 5%ab, \\u0041 & <b>&#43;</b> \\\\ "quoted"',
		'/reporting/v3/report-definitions/TransactionRequestClass',
		'Transaction_Request_Report_For_EU_Shops_2026 is not known',
		'id 5a88cad5-9747-42af-a223-343af409d81a, correlation 0123456789abcdef0123456789abcdef',
		'a'.repeat(43),
		'',
	])('is shown as it is: %j', (text) => {
		expect(redactSigned(text)).toBe(text);
		expect(redactToken(text)).toBe(text);
	});
});

it('takes no more time than the text is long', async () => {
	const redact = redactorOf([SECRET, '\\'.repeat(20), '%25'.repeat(10)], ['eyJpYXQiO']);
	const pumps = [
		'\\',
		'%',
		'%25',
		'25',
		'\\u00',
		'&',
		'&amp;',
		'&#',
		'&#0',
		'kKts',
		'eyJpYXQiO',
		'aB3',
	];
	const time = await processorTime(() => {
		for (const pump of pumps) redact(pump.repeat(65_536 / pump.length));
	});
	expect(time).toBeLessThan(3000);
});

it('hides a token of any length', () => {
	const token = jwt({ roles: 'x+y/z'.repeat(5000) });
	expect(redactorOf([token])(`got ${encodeURIComponent(token)} here`)).toBe('got *** here');
});
