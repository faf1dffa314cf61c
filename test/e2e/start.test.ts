import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { examples } from '../../host/examples';
import { freePort, portIsFree } from '../../host/n8n';
import { projectFolder } from '../../host/packed';
import { end, start } from '../../host/processes';
import { itemsOf, N8nClient, OWNER } from '../../host/rest';
import { Window } from './support/browser';
import { fromPreparation } from './support/instance';
import { chain, manual } from './support/workflow';

const MINE = 'My own workflow';

/** npm start in a terminal: what it prints, and what a user does with it. */
class Start {
	printed = '';
	private readonly ended: Promise<unknown>;

	private constructor(private readonly child: ChildProcess) {
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
		}
		this.ended = once(child, 'close');
	}

	static run(...args: string[]): Start {
		const script = path.join(projectFolder, 'scripts', 'start.mjs');
		const env = {
			...process.env,
			MERCHANT_N8N_DATA: path.join(fromPreparation('E2E_WORK'), 'data'),
		};
		return new Start(
			start(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
		);
	}

	async untilReady(): Promise<void> {
		for (let tries = 0; tries < 600 && this.child.exitCode === null; tries++) {
			if (this.printed.includes('Ctrl-C stops')) return;
			await sleep(200);
		}
		throw new Error(`npm start did not get ready:\n${this.printed}`);
	}

	/** Tells with which code it ended. */
	async untilEnd(): Promise<number | null> {
		await this.ended;
		return this.child.exitCode;
	}

	/** As a terminal does: to npm start alone, for what it started is in groups of its own. */
	async pressControlC(): Promise<number | null> {
		this.child.kill('SIGINT');
		return await this.untilEnd();
	}

	async stop(): Promise<void> {
		await end(this.child);
	}
}

/** The first minutes: bill an order, and pay it in the console. */
async function walk(client: N8nClient, consoleAddress: string): Promise<void> {
	const first = (await client.workflows()).find(({ name }) => name.startsWith('01'));
	const billed = await client.run(await client.call('GET', `/workflows/${first?.id}`), 'Start');
	const number = itemsOf(billed, 'Bill each order')[0].json.invoiceNumber as string;
	const window = await Window.open();
	try {
		const { page } = window;
		await page.goto(consoleAddress);
		const row = page.locator('tr', { hasText: number });
		await row.getByRole('button', { name: 'Pay' }).click();
		await row.getByText('Paid', { exact: true }).waitFor();
		await window.picture('paid in the console');
	} finally {
		await window.close();
	}
}

/** What a user sees first, at the bare address too: not n8n's assistant, and the first example on top. */
async function expectWorkflowListFirst(address: string): Promise<void> {
	const window = await Window.open();
	try {
		const { page } = window;
		await page.goto(address);
		await page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await page.locator('input[type=password]').fill(OWNER.password);
		await page.keyboard.press('Enter');
		const listed = page.getByTestId('workflow-card-name');
		await listed.first().waitFor();
		await window.picture('first page');
		expect(new URL(page.url()).pathname).toBe('/home/workflows');
		expect(await listed.first().innerText()).toMatch(/^01 /);
		await page.getByText('Start here').first().waitFor();
	} finally {
		await window.close();
	}
}

describe('npm start', () => {
	let port: number;
	let sandboxPort: number;
	let running: Start | undefined;

	beforeAll(async () => {
		port = await freePort();
		sandboxPort = await freePort();
	});
	afterEach(async () => await running?.stop());

	const ports = () => ['--port', `${port}`, '--sandbox-port', `${sandboxPort}`];
	const startAndLogIn = async (...args: string[]): Promise<N8nClient> => {
		running = Start.run(...ports(), ...args);
		await running.untilReady();
		const client = new N8nClient(`http://127.0.0.1:${port}`);
		await client.logIn();
		return client;
	};
	const names = async (client: N8nClient) =>
		(await client.workflows()).map(({ name }) => name).sort();
	const exampleNames = [...examples().values()].map(({ name }) => name);

	test('gives a user everything, and Ctrl-C takes it all away', async () => {
		const client = await startAndLogIn();
		expect(running?.printed).toContain(`http://127.0.0.1:${port}/home/workflows`);
		expect(running?.printed).toContain(`http://127.0.0.1:${sandboxPort}/console`);
		await expectWorkflowListFirst(`http://127.0.0.1:${port}`);
		expect(await names(client)).toEqual([...exampleNames].sort());
		const credentials = await client.credentials();
		expect(credentials.map(({ name }) => name).sort()).toEqual([
			'Merchant sandbox',
			'Merchant sandbox, OAuth2',
			'Merchant sandbox, signed request',
			'Merchant sandbox, signed token',
		]);
		for (const credential of credentials.filter(({ type }) => type === 'merchantApi')) {
			const { data } = await client.call<{ data: object }>(
				'GET',
				`/credentials/${credential.id}?includeData=true`,
			);
			const tested = await client.call<{ status: string }>('POST', '/credentials/test', {
				credentials: { ...credential, data },
			});
			expect([credential.name, tested.status]).toEqual([credential.name, 'OK']);
		}
		await walk(client, `http://127.0.0.1:${sandboxPort}/console`);
		await client.addWorkflow(chain(MINE, [manual]));

		expect(await running?.pressControlC()).toBe(0);
		expect([await portIsFree(port), await portIsFree(sandboxPort)]).toEqual([true, true]);
	});

	test('keeps the work of earlier starts, and doubles nothing', async () => {
		const client = await startAndLogIn();
		expect(await names(client)).toEqual([...exampleNames, MINE].sort());
		expect(await client.credentials()).toHaveLength(4);
		await running?.pressControlC();
	});

	test('starts over when asked to', async () => {
		const client = await startAndLogIn('--fresh');
		expect(await names(client)).toEqual([...exampleNames].sort());
		await running?.pressControlC();
	});

	test.each([
		['n8n', () => port, '--port'],
		['the sandbox', () => sandboxPort, '--sandbox-port'],
	])('says at once that the port of %s is taken, and which is not', async (name, taken, option) => {
		const other = createServer().listen(taken(), '127.0.0.1');
		await once(other, 'listening');
		running = Start.run(...ports());
		expect(await running.untilEnd()).toBe(1);
		expect(running.printed).toContain(`Port ${taken()}, which ${name} needs, is in use`);
		expect(running.printed).toMatch(new RegExp(`npm start -- ${option} \\d+`));
		expect(running.printed).not.toContain('Building');
		other.close();
	});
});
