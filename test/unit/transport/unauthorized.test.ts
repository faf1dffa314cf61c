import { explainNetworkError, explainStatus } from '../../../nodes/shared/transport/requestError';

it('names what the credential has', () => {
	expect(explainStatus(401, 'oAuth2').advice).toContain('connect your account again');
	expect(explainStatus(401, 'signedToken').advice).toContain('the clock of the machine');
	expect(explainStatus(401, 'token').advice).not.toContain('clock');
	expect(explainStatus(403, 'signedRequest').what).toBe('the key is not allowed to do this');
	expect(explainStatus(403, 'token').what).toBe('the token is not allowed to do this');
	expect(explainStatus(302, 'signedToken').advice).not.toMatch(/token/i);
});

it.each([
	['ECONNREFUSED', 'nothing answers at shop.example', true, true],
	['ENOTFOUND', 'the address shop.example was not found', true, true],
	['EAI_AGAIN', 'the address shop.example was not found', true, true],
	['EPROTO', 'could not make a secure connection to shop.example (EPROTO)', true, false],
	['ETIMEDOUT', 'shop.example did not answer within 2 seconds', false, true],
	['ECONNRESET', 'the connection to shop.example was interrupted (ECONNRESET)', false, true],
])('says of %s what happened: %s, surely not done: %s, may pass: %s', (code, what, ...facts) => {
	const said = explainNetworkError(code, 'shop.example', 2000);
	expect(said.what).toContain(what);
	expect([said.isRefused === true, said.isTransient === true]).toEqual(facts);
});
