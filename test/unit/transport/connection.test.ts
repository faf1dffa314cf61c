import type { INodeProperties } from 'n8n-workflow';
import { MerchantApi } from '../../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../../credentials/MerchantOAuth2Api.credentials';
import {
	authorizeRequest,
	readConnection,
	readOAuth2Connection,
} from '../../../nodes/shared/transport/connection';

const credential = (more: Record<string, string | number> = {}) => ({
	environment: 'test',
	testAddress: 'https://api.example.com',
	token: 'abc-defgh',
	organizationId: '',
	...more,
});

const KEY = {
	authenticationMethod: 'signedToken',
	keyId: 'a-key-of-somebody',
	sharedSecret: 'kKtsNjzkPl0NmrRH/hMEWrTTRL/FfS4WH8oj3yrpyM0=',
	merchantId: 'merchant_one',
};

describe('the base address', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com ', 'https://api.example.com'],
		['https://api.example.com:8443', 'https://api.example.com:8443'],
	])('of the test environment may be %j', (testAddress, origin) => {
		expect(readConnection(credential({ testAddress })).address.origin).toBe(origin);
	});

	it.each([
		['', 'Test Address: is empty'],
		['api.example.com', 'Test Address: is not an address'],
		['http://api.example.com', 'Test Address: must begin with https://'],
		['htps://api.example.com', 'Test Address: must begin with https://'],
		['file:///etc/hosts', 'Test Address: is not an address'],
		['https://api.example.com/v3', 'must be https://api.example.com and nothing more'],
		['https://api.example.com?x=1', 'must be https://api.example.com and nothing more'],
		['https://user:pass@api.example.com', 'must be https://api.example.com and nothing more'],
	])('of the test environment may not be %j', (testAddress, message) => {
		expect(() => readConnection(credential({ testAddress }))).toThrow(message);
	});

	it('is never repeated with its password in the message', () => {
		expect(() => readConnection(credential({ testAddress: '//user:pass@host' }))).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining('pass') }),
		);
	});

	it('of production has rules and a field of its own', () => {
		const production = { environment: 'production', productionAddress: 'http://x.example' };
		expect(() => readConnection(credential(production))).toThrow('Production Address');
	});

	const NEARBY = [
		'http://127.0.0.1:8787',
		'http://localhost:1',
		'http://[::1]:9',
		'https://127.9.9.9',
		'http://host.docker.internal:8787',
		'http://sandbox:8787',
		'http://my-laptop.local',
		'http://10.0.0.5:8787',
		'http://172.17.0.1:8787',
		'http://172.20.0.3:8787',
		'http://172.31.0.1',
		'http://192.168.0.1',
		'http://[fc00::1]:8787',
		'http://[fd00::1]:8787',
	];

	it.each(NEARBY)('of the sandbox may be %s', (sandboxAddress) => {
		const sandbox = credential({ environment: 'sandbox', sandboxAddress });
		expect(readConnection(sandbox).address.href).toBe(`${sandboxAddress}/`);
	});

	it.each(NEARBY.filter((address) => address.startsWith('http:')))(
		'of another environment may not be %s',
		(testAddress) => {
			expect(() => readConnection(credential({ testAddress }))).toThrow('must begin with https://');
			const oAuth2 = { testAddress: 'https://api.example.com', grantType: 'clientCredentials' };
			const accessTokenUrl = `${testAddress}/token`;
			expect(() => readOAuth2Connection(credential({ ...oAuth2, accessTokenUrl }))).toThrow(
				'Access Token URL: must begin with https://',
			);
			const login = { authUrl: `${testAddress}/login`, accessTokenUrl: 'https://api.example.com' };
			const withLogin = credential({ ...oAuth2, ...login, grantType: 'authorizationCode' });
			expect(() => readOAuth2Connection(withLogin)).toThrow('Authorization URL: must begin with');
		},
	);

	it.each([
		'http://172.32.0.1',
		'http://169.254.169.254',
		'http://8.8.8.8',
		'http://[2001:db8::1]',
		'http://internal.example.com',
		'http://sandbox.',
		'http://example.com',
		'https://example.com',
		'http://127.0.0.1.example.com',
		'http://localhost.example.com',
		'file:///etc',
	])('of the sandbox may not be %s', (sandboxAddress) => {
		expect(() => readConnection(credential({ environment: 'sandbox', sandboxAddress }))).toThrow(
			'Sandbox Address',
		);
	});

	it('of the sandbox is a loopback address when left empty', () => {
		const { address } = readConnection(credential({ environment: 'sandbox', sandboxAddress: '' }));
		expect(address.href).toBe('http://127.0.0.1:8787/');
	});

	it('of the login is needed only where a user logs in', () => {
		const oAuth2 = { accessTokenUrl: 'https://api.example.com/token', authUrl: '' };
		const of = (grantType: string) => readOAuth2Connection(credential({ ...oAuth2, grantType }));
		expect(of('clientCredentials').authentication).toEqual({ kind: 'oAuth2' });
		expect(() => of('authorizationCode')).toThrow('Authorization URL: is empty');
	});

	it('needs an environment', () => {
		expect(() => readConnection(credential({ environment: 'elsewhere' }))).toThrow('Environment');
	});
});

describe('the token and its header', () => {
	it.each([
		[{}, 'Authorization', 'Bearer abc-defgh'],
		[{ headerPrefix: '' }, 'Authorization', 'abc-defgh'],
		[{ headerName: 'X-Api-Token', headerPrefix: 'Token' }, 'X-Api-Token', 'Token abc-defgh'],
		[{ token: ' abc-defgh\n' }, 'Authorization', 'Bearer abc-defgh'],
		[{ headerName: ' ', headerPrefix: 'Bearer ' }, 'Authorization', 'Bearer abc-defgh'],
	])('with %j is sent as %s: %s', (more, headerName, headerValue) => {
		expect(readConnection(credential(more))).toMatchObject({
			authentication: { headerName, headerValue },
		});
	});

	it.each([
		[{ token: '' }, 'Token: is empty'],
		[{ token: 'abcd–efgh' }, 'Token: contains a space'],
		[{ token: 'a' }, 'Token: has fewer than 8 characters'],
		[{ token: 'a\r\nX-Evil: 1' }, 'Token: contains a space'],
		[{ headerName: 'Not a header' }, 'Header Name: is not the name of an HTTP header'],
		[{ headerPrefix: 'a\nb' }, 'Token Prefix'],
		[{ ...KEY, keyId: '' }, 'Key ID: is empty'],
		[{ ...KEY, keyId: '"a-key"' }, 'Key ID: contains a space, a line break, quotation marks'],
		[{ ...KEY, sharedSecret: '' }, 'Shared Secret: is empty'],
		[
			{ ...KEY, sharedSecret: 'not base64!' },
			'Shared Secret: is empty, is not base64, or was cut off',
		],
		[{ ...KEY, sharedSecret: `${KEY.sharedSecret}x` }, 'is not base64, or was cut off'],
		[{ ...KEY, sharedSecret: 'YQ==' }, 'Shared Secret: is empty, is not base64, or was cut off'],
		[{ ...KEY, merchantId: '' }, 'Merchant ID: is empty'],
		[{ authenticationMethod: 'guess' }, 'Authentication Method: is not chosen'],
	])('with %j is refused', (more, message) => {
		expect(() => readConnection(credential(more))).toThrow(message);
	});
});

it('takes a shared secret without its padding, as some providers show it, and an ID that is a number', () => {
	const key = { ...KEY, merchantId: 12345, sharedSecret: KEY.sharedSecret.slice(0, -1) };
	const { authentication } = readConnection(credential(key));
	expect(authentication).toMatchObject({ kind: 'signedToken', key: { merchantId: '12345' } });
});

describe('the credential', () => {
	it.each([
		'https://evil.example/reporting/v3/reports',
		'http://api.example.com/reporting/v3/reports',
		'https://api.example.com:444/reporting/v3/reports',
		'https://api.example.com.evil.example/',
		'https://api.example.com@evil.example/',
	])('does not put its token into a request to %s', async (url) => {
		await expect(authorizeRequest(credential(), { url })).rejects.toThrow(
			'The credential is used for https://api.example.com only',
		);
	});

	it('puts it into a request to its own address, and forbids redirects', async () => {
		const { authenticate } = new MerchantApi();
		const request = { url: '/reporting/v3/reports', baseURL: 'https://api.example.com' };
		expect(
			typeof authenticate === 'function' && (await authenticate(credential(), request)),
		).toMatchObject({
			headers: { Authorization: 'Bearer abc-defgh' },
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it('signs the query of an HTTP Request node as a part of the address', async () => {
		const request = { url: 'https://api.example.com/?a=1', qs: { b: ['x', 'y'], c: true } };
		const { url, qs } = await authorizeRequest(credential(KEY), request);
		expect([url, qs]).toEqual(['https://api.example.com/?a=1&b=x&b=y&c=true', undefined]);
	});

	it.each([{ form: {} }, { formData: {} }, { body: new URLSearchParams('a=1') }])(
		'signs no form, whose bytes nobody knows before it is sent: %j',
		async (form) => {
			const request = { url: 'https://api.example.com/reports', ...form };
			await expect(authorizeRequest(credential(KEY), request)).rejects.toThrow('not a form');
		},
	);

	it('hides what is secret while it is typed, and is for no other node unless the user wants that', () => {
		const isHidden = ({ typeOptions }: INodeProperties) => typeOptions?.password === true;
		const { properties } = new MerchantApi();
		expect(properties.filter(isHidden).map(({ name }) => name)).toEqual(['token', 'sharedSecret']);
		for (const fields of [properties, new MerchantOAuth2Api().properties]) {
			expect(fields).toContainEqual(
				expect.objectContaining({ name: 'allowedHttpRequestDomains', default: 'none' }),
			);
		}
	});
});

/** n8n goes by this value of this field. */
it('a login with PKCE is offered under the name that n8n goes by', () => {
	const fields = new MerchantOAuth2Api().properties;
	const { options = [] } = fields.find(({ name }) => name === 'grantType') ?? {};
	expect(options).toContainEqual(expect.objectContaining({ value: 'pkce' }));
	const authUrl = fields.find(({ name }) => name === 'authUrl');
	expect(authUrl?.displayOptions?.show?.grantType).toContain('pkce');
	const scope = fields.find(({ name }) => name === 'scope');
	expect(scope?.default).toBe('={{ $self["requestedScope"] }}');
	expect(fields.map(({ name }) => name)).toContain('requestedScope');
});
