import { useSandbox } from '../support/sandbox';

const CALLBACK = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
const CLIENT = 'sandbox-client-merchant-one';

const sandbox = useSandbox('each', { now: '2026-03-10T12:00:00Z' });

const ASKED = {
	response_type: 'code',
	client_id: CLIENT,
	redirect_uri: CALLBACK,
	state: 'a state',
};

/** What the browser is sent back with. */
async function answer(more: Record<string, string> = {}): Promise<URLSearchParams> {
	const response = await fetch(`${sandbox.address}/oauth2/authorize`, {
		method: 'POST',
		body: new URLSearchParams({ ...ASKED, answer: 'allow', ...more }),
		redirect: 'manual',
	});
	return new URL(response.headers.get('location') ?? '').searchParams;
}

describe('the authorization server', () => {
	it('shows who asks, and sends the user back with a code and the state', async () => {
		const query = new URLSearchParams(ASKED).toString();
		const page = await sandbox.call('GET', `/oauth2/authorize?${query}`, { token: '' });
		expect(page.text).toContain(`${CLIENT} asks to use the data of merchant_one.`);
		const back = await answer();
		expect(back.get('state')).toBe('a state');
		expect(back.get('code')).not.toBeNull();
	});

	it('gives no code when the user says no', async () => {
		const back = await answer({ answer: 'deny' });
		expect(back.get('error')).toBe('access_denied');
		expect(back.has('code')).toBe(false);
	});

	it.each([
		[{ client_id: 'nobody' }],
		[{ redirect_uri: 'https://evil.example/callback' }],
		[{ response_type: 'token' }],
	])('refuses to ask the user about %j', async (more) => {
		const query = new URLSearchParams({ ...ASKED, ...more }).toString();
		const { status } = await sandbox.call('GET', `/oauth2/authorize?${query}`, { token: '' });
		expect(status).toBe(400);
	});
});
