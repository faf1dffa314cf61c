import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort, type N8n, startN8n } from '../../../host/n8n';
import { N8nClient, type StoredCredential } from '../../../host/rest';
import { failOnLeaks, searchFile, searchFolder, watchCredential } from '../../support/canary';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';

export const fromPreparation = (name: 'E2E_WORK' | 'E2E_OUTPUT'): string => {
	const value = process.env[name];
	if (value === undefined) throw new Error('Run these tests with npm run e2e.');
	return value;
};

export const output = (file: string): string => path.join(fromPreparation('E2E_OUTPUT'), file);

/** Of the sandbox's OAuth2; what it gives out begins with these. */
const SECRETS = {
	clientSecret: 'sandbox-client-secret-merchant-one',
	oauthTokenData: { access_token: 'sandbox-access-', refresh_token: 'sandbox-refresh-' },
};
/** What n8n wrote while it ran: its database with all executions and static data, and the files of executions. */
const WRITTEN = /database\.sqlite|binaryData|storage|\.log$/;

/** A whole n8n with the packed package, its owner logged in, and a sandbox it has a credential for. */
export class Instance {
	private constructor(
		private n8n: N8n,
		readonly client: N8nClient,
		readonly sandbox: TestSandbox,
		readonly credential: StoredCredential,
	) {}

	static async start(name: string): Promise<Instance> {
		const work = fromPreparation('E2E_WORK');
		const folder = await mkdtemp(path.join(work, `${name}-`));
		await cp(path.join(work, 'template'), folder, { recursive: true });
		const sandbox = await startTestSandbox({ quarter: true });
		watchCredential({ ...SECRETS, token: sandbox.token, sharedSecret: sandbox.key.secret });
		const n8n = await startN8n({
			folder,
			port: await freePort(),
			logFile: output(`${name}.log`),
		});
		const client = new N8nClient(n8n.address);
		await client.logIn();
		const credential = await client.saveCredential('Merchant sandbox', 'merchantApi', {
			token: sandbox.token,
			environment: 'sandbox',
			sandboxAddress: sandbox.address,
		});
		return new Instance(n8n, client, sandbox, credential);
	}

	get address(): string {
		return this.n8n.address;
	}

	/** As a power cut would, and up again with what was on the disk. */
	async killAndRestart(): Promise<void> {
		await this.n8n.kill();
		this.n8n = await startN8n(this.n8n.options);
	}

	/** The most memory that n8n took while the work was done, above what it had before, in bytes. */
	async peakGrowth(work: () => Promise<void>): Promise<number> {
		const read = async (field: 'VmRSS' | 'VmHWM') => {
			const status = await readFile(`/proc/${this.n8n.pid}/status`, 'utf8');
			return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
		};
		// Writing 5 sets the recorded peak back to what is in use now.
		await writeFile(`/proc/${this.n8n.pid}/clear_refs`, '5');
		const before = await read('VmRSS');
		await work();
		return (await read('VmHWM')) - before;
	}

	async log(): Promise<string> {
		return await this.n8n.log();
	}

	/** Lines of n8n's log that speak of an error and of us. */
	async ourErrors(): Promise<string[]> {
		const lines = (await this.n8n.log()).split('\n');
		return lines.filter((line) => /merchant/i.test(line) && /error|fail|warn/i.test(line));
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.sandbox.stop();
		const { folder, logFile } = this.n8n.options;
		const files = searchFolder("n8n's file", folder, WRITTEN);
		if (files === 0) throw new Error('n8n has no database to be searched for secrets');
		if (logFile !== undefined) searchFile("n8n's log", logFile);
		failOnLeaks();
	}
}
