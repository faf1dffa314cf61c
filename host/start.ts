import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningSandbox, startSandbox } from '../sandbox';
import { prepareHost } from './cache';
import { examples } from './examples';
import { type N8n, nextFreePort, portIsFree, startN8n } from './n8n';
import { installPackage, packPackage, projectFolder } from './packed';
import { Problem, problemFromSystem } from './problems';
import { endAll, killAll } from './processes';
import { Progress } from './progress';
import { N8nClient, OWNER, type StoredCredential } from './rest';
import { DEVELOPMENT, rebuildOnChange } from './watch';

const USAGE = `npm start -- [--fresh] [--port 5678] [--sandbox-port 8787] [--watch]

  --fresh         start over: forget the workflows, credentials and executions of earlier starts
  --port          where n8n listens on this machine (5678)
  --sandbox-port  where the sandbox listens on this machine (8787)
  --watch         build the package again when a file changes, and load it into the running n8n`;

const DATA_FOLDER = process.env.MERCHANT_N8N_DATA ?? path.join(projectFolder, '.n8n-data');
const CREDENTIAL = 'Merchant sandbox';
/** Without n8n's assistant, its first page is the list of workflows. */
const START_PAGE = { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai' };

interface Choices {
	fresh: boolean;
	port: number;
	sandboxPort: number;
	watch: boolean;
}

function readPort(option: string, text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port > 0 && port <= 65_535) return port;
	throw new Problem(`--${option} ${text} is not a port.`, 'Choose a number from 1 to 65535.');
}

const readOptions = (args: string[]) =>
	parseArgs({
		args,
		options: {
			fresh: { type: 'boolean', default: false },
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '8787' },
			watch: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	}).values;

export function readChoices(args: string[]): Choices | 'help' {
	let values: ReturnType<typeof readOptions>;
	try {
		values = readOptions(args);
	} catch (error) {
		throw new Problem((error as Error).message.split('. ')[0] + '.', `Use: ${USAGE}`);
	}
	if (values.help) return 'help';
	const port = readPort('port', values.port);
	const sandboxPort = readPort('sandbox-port', values['sandbox-port']);
	if (port === sandboxPort) {
		throw new Problem(
			`n8n and the sandbox cannot both listen on port ${port}.`,
			'Choose another for one of them.',
		);
	}
	return { fresh: values.fresh, port, sandboxPort, watch: values.watch };
}

async function refuseTakenPort(name: string, port: number, option: string): Promise<void> {
	if (await portIsFree(port)) return;
	throw new Problem(
		`Port ${port}, which ${name} needs, is in use by another program.`,
		`Stop that program (it may be an earlier npm start), or choose another port: npm start -- --${option} ${await nextFreePort(port)}`,
	);
}

/** A credential for each way to authenticate. The one with the token is saved last: n8n selects the newest in a new node. */
async function fillCredentials(
	client: N8nClient,
	{ address, token, key }: RunningSandbox,
): Promise<StoredCredential> {
	const place = { environment: 'sandbox', sandboxAddress: address };
	const signing = {
		...place,
		keyId: key.id,
		sharedSecret: key.secret,
		merchantId: key.organizationId,
	};
	for (const [method, words] of [
		['signedToken', 'signed token'],
		['signedRequest', 'signed request'],
	]) {
		await client.saveCredential(`${CREDENTIAL}, ${words}`, 'merchantApi', {
			...signing,
			authenticationMethod: method,
		});
	}
	await client.saveCredential(`${CREDENTIAL}, OAuth2`, 'merchantOAuth2Api', {
		...place,
		grantType: 'clientCredentials',
		accessTokenUrl: `${address}/oauth2/token`,
		clientId: 'sandbox-client-merchant-one',
		clientSecret: 'sandbox-client-secret-merchant-one',
	});
	return await client.saveCredential(CREDENTIAL, 'merchantApi', { ...place, token });
}

/** The sandbox's credentials and the example workflows; what the user changed in them stays. */
async function fill(client: N8nClient, sandbox: RunningSandbox): Promise<string[]> {
	await client.logIn();
	const credential = await fillCredentials(client, sandbox);
	const known = new Set((await client.workflows()).map((workflow) => workflow.name));
	// n8n lists what was changed last on top: the first to try is added last.
	for (const workflow of [...examples().values()].reverse()) {
		if (!known.has(workflow.name)) await client.addWorkflow(workflow, credential);
	}
	return [...examples().values()].map((workflow) => workflow.name);
}

async function bringUp(choices: Choices, progress: Progress): Promise<N8n> {
	await refuseTakenPort('n8n', choices.port, 'port');
	await refuseTakenPort('the sandbox', choices.sandboxPort, 'sandbox-port');
	const [tarball, sandbox] = await Promise.all([
		progress.step('Building and packing the package', packPackage),
		progress.step('Starting the sandbox with a quarter of data', () =>
			startSandbox({ port: choices.sandboxPort, quarter: true }),
		),
		prepareHost(progress),
	]);
	if (choices.fresh) await rm(DATA_FOLDER, { recursive: true, force: true });
	await progress.step("Installing the package as a user's n8n would", () =>
		installPackage(DATA_FOLDER, tarball),
	);
	const n8n = await progress.step('Starting n8n', () =>
		startN8n({
			folder: DATA_FOLDER,
			port: choices.port,
			env: { ...START_PAGE, ...(choices.watch ? DEVELOPMENT : {}) },
		}),
	);
	const names = await progress.step('Setting up the owner, the credential and the examples', () =>
		fill(new N8nClient(n8n.address), sandbox),
	);
	if (choices.watch) rebuildOnChange(DATA_FOLDER, progress);
	progress.say(`
Ready in ${progress.total()}.

  Open      ${n8n.address}/home/workflows
  Log in    ${OWNER.email}
  Password  ${OWNER.password}

  Console   ${sandbox.address}/console (see invoices, reports and emails of the sandbox; pay, fail, move its clock)
  Sandbox   ${sandbox.address} (the credential "${CREDENTIAL}" is ready to use; others have a key or OAuth2)
  Examples  ${names.join('\n            ')}
  Log       ${n8n.logFile}

Your work is kept for the next start; npm start -- --fresh starts over.
Ctrl-C stops n8n and the sandbox.`);
	return n8n;
}

/** Only ever fails: n8n is not meant to end before the user says so. */
async function untilN8nEnds(n8n: N8n): Promise<never> {
	const [code] = (await once(n8n.process, 'exit')) as [number | null];
	throw new Problem(
		`n8n stopped by itself (exit code ${code}).`,
		`Look at the end of its log, ${n8n.logFile}, and run npm start again.`,
	);
}

function tell(error: unknown): void {
	const problem = error instanceof Problem ? error : problemFromSystem(error);
	if (!problem) return console.error(error);
	console.error(`\n${problem.message}\n${problem.remedy}`);
	if (problem.evidence) console.error(`\n${problem.evidence}`);
}

/** npm start, once the project's own packages are installed. */
export async function main(args: string[]): Promise<void> {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (stop.signal.aborted) {
				killAll();
				process.exit(130);
			}
			stop.abort();
			console.log('\nStopping … (once more to stop at once)');
			void endAll().then(() => process.exit(0));
		});
	}
	try {
		const choices = readChoices(args);
		if (choices === 'help') return console.log(USAGE);
		await untilN8nEnds(await bringUp(choices, new Progress()));
	} catch (error) {
		// Whatever fails because it was stopped is no news.
		if (stop.signal.aborted) return;
		tell(error);
		await endAll();
		process.exit(1);
	}
}
