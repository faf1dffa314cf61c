import { explainStatus } from '../../../nodes/shared/transport/requestError';

it('names what the credential has', () => {
	expect(explainStatus(401, 'oAuth2').advice).toContain('connect your account again');
	expect(explainStatus(401, 'signedToken').advice).toContain('the clock of the machine');
	expect(explainStatus(401, 'token').advice).not.toContain('clock');
	expect(explainStatus(403, 'signedRequest').what).toBe('the key is not allowed to do this');
	expect(explainStatus(403, 'token').what).toBe('the token is not allowed to do this');
	expect(explainStatus(302, 'signedToken').advice).not.toMatch(/token/i);
});
