import { startServer } from '../../support/server';

it.each([
	['throws', () => JSON.parse('no JSON') as unknown],
	['rejects', async () => await Promise.reject(new Error('no JSON'))],
])('a server of a test whose answer %s says so, and fails the test', async (_how, answer) => {
	const server = await startServer(answer);
	const response = await fetch(server.address);
	expect([response.status, await response.text()]).toEqual([500, expect.stringMatching('no JSON')]);
	await expect(server.stop()).rejects.toThrow('no JSON');
});
