import { explainNetworkError, explainStatus } from '../../../nodes/shared/transport/requestError';

it('names what the credential has', () => {
	expect(explainStatus(401, 'oAuth2').advice).toContain('connect your account again');
	expect(explainStatus(401, 'signedToken').advice).toContain('the clock of the machine');
	expect(explainStatus(401, 'token').advice).not.toContain('clock');
	expect(explainStatus(403, 'signedRequest').what).toBe('the key is not allowed to do this');
	expect(explainStatus(302, 'signedToken').advice).not.toMatch(/token/i);
});

const [CREDENTIAL, SETTINGS] = ['credential-invalid', 'configuration-invalid'];
const LATER = 'temporarily-unavailable';

it.each([
	[206, 'sent only a part of the response', 'may lead to another server', undefined],
	[302, 'a redirect to another address', 'Check that address', SETTINGS],
	[304, 'nothing was modified', 'may lead to another server', undefined],
	[400, 'did not accept the request', 'Correct what it names', SETTINGS],
	[401, 'does not accept the token', 'Header Name and Token Prefix', CREDENTIAL],
	[403, 'the token is not allowed to do this', 'Check the Organization ID', CREDENTIAL],
	[404, 'found nothing at this address', 'Check the spelling', SETTINGS],
	[406, 'not have this in the format asked for', 'Choose the other format', SETTINGS],
	[408, 'not available at the moment', 'Try again later', LATER],
	[409, 'the service refused the request', 'Check the fields of the node', SETTINGS],
	[429, 'receives too many requests', 'process fewer items at the same time', 'rate-limited'],
	[500, 'had an internal error', 'contact your provider', LATER],
	[503, 'not available at the moment', 'Try again later', LATER],
])('says of the status %i what it means, and what to do', (status, what, advice, cause) => {
	const said = explainStatus(status);
	expect([said.what, said.advice]).toEqual([
		expect.stringContaining(what),
		expect.stringContaining(advice),
	]);
	expect(said.cause).toBe(cause);
});

it.each([
	...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO', 'ERR_TLS_CERT_ALTNAME_INVALID'],
	...['ERR_SSL_WRONG_VERSION_NUMBER', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])('says of %s that nothing was sent, and what to check', (code) => {
	const what = `could not make a secure connection to shop.example (${code})`;
	const said = explainNetworkError(code, 'shop.example', 2000);
	expect(said).toMatchObject({ what, isRefused: true, cause: SETTINGS });
	expect(said).not.toHaveProperty('isTransient');
});

it.each([
	['ECONNREFUSED', 'nothing answers at shop.example', true, true],
	['ENOTFOUND', 'the address shop.example was not found', true, true],
	['EAI_AGAIN', 'the address shop.example was not found', true, true],
	['ETIMEDOUT', 'shop.example did not answer within 2 seconds', false, true],
	['ECONNABORTED', 'shop.example did not answer within 2 seconds', false, true],
	['ECONNRESET', 'the connection to shop.example was interrupted (ECONNRESET)', false, true],
	['', 'the connection to shop.example was interrupted', false, true],
])('says of %s what happened: %s, surely not done: %s, may pass: %s', (code, what, ...facts) => {
	const said = explainNetworkError(code, 'shop.example', 2000);
	expect(said.what).toBe(what);
	expect([said.isRefused === true, said.isTransient === true]).toEqual(facts);
});
