import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTestSandbox } from '../support/sandbox';

interface Outcome {
	code: number;
	stderr: string;
}

async function npmRunSandbox(...options: string[]): Promise<Outcome> {
	try {
		const run = promisify(execFile);
		const words = ['--import', 'tsx', 'sandbox/main.ts', ...options];
		return { code: 0, ...(await run(process.execPath, words)) };
	} catch (error) {
		return error as Outcome;
	}
}

describe('npm run sandbox', () => {
	it('says which port is in use and what to do', async () => {
		const sandbox = await startTestSandbox();
		try {
			const { port } = new URL(sandbox.address);
			const { code, stderr } = await npmRunSandbox('--port', port);
			expect(code).toBe(2);
			expect(stderr).toContain(
				`Port ${port} is in use. Stop what listens there, or choose another port with --port.`,
			);
		} finally {
			await sandbox.stop();
		}
	}, 60_000);

	it.each([
		[['--port', 'http'], '"http" is not a port. Choose a number from 0 to 65535.'],
		[['--port', '65536'], '"65536" is not a port. Choose a number from 0 to 65535.'],
		[['--now', 'noon'], '"noon" is not a time. Write it like 2026-03-01T00:00:00Z.'],
		[['--sede'], "Unknown option '--sede'"],
	])(
		'refuses %j and shows its options',
		async (options, message) => {
			const { code, stderr } = await npmRunSandbox(...options);
			expect(code).toBe(2);
			expect(stderr).toContain(message);
			expect(stderr).toContain('npm run sandbox -- [--port 8787]');
		},
		60_000,
	);
});
