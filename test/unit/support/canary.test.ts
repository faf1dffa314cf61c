import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { rmSync } from 'node:fs';
import path from 'node:path';

import { formsOf, searched, searchFolder, takeLeaks } from '../../support/canary';
import { runNode } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';
import { json, startServer, type TestServer } from '../../support/server';

/** With what every encoding writes otherwise. */
const TOKEN = 'canary/token+"0123456789"=ü';
const SECRET = Buffer.from('a shared secret of 32 bytes, no more').toString('base64');

let server: TestServer;
let authorization = '';
beforeAll(async () => {
	server = await startServer(({ headers }, response) => {
		authorization = String(headers.authorization ?? headers.signature);
		json(response, 200, {});
	});
});
afterAll(async () => await server.stop());

const nodeOf = (does: Partial<INodeType>, isTrigger = false): INodeType => ({
	description: {
		displayName: 'Leak',
		name: 'leak',
		group: [isTrigger ? 'trigger' : 'transform'],
		version: 1,
		description: 'Leaks a secret',
		defaults: { name: 'Leak' },
		inputs: isTrigger ? [] : ['main'],
		outputs: ['main'],
		credentials: [{ name: 'merchantApi', required: true }],
		properties: [],
		...(isTrigger ? { polling: true as const } : {}),
	},
	...does,
});

type Execute = (context: IExecuteFunctions) => INodeExecutionData[] | Promise<INodeExecutionData[]>;

async function run(execute: Execute, credential = {}): Promise<string[]> {
	const node = nodeOf({
		async execute(this: IExecuteFunctions) {
			return [await execute(this)];
		},
	});
	await runNode({ node, parameters: {}, address: server.address, token: TOKEN, credential });
	return takeLeaks();
}

const fail = (error: Error) => () => {
	throw error;
};

describe('The search for secrets', () => {
	it('finds nothing in a node that keeps its secret', async () => {
		expect(await run(() => [{ json: { token: '***', note: 'canary' } }])).toEqual([]);
	});

	it.each(formsOf(TOKEN))('finds a token that is written %s as %s', async (form, written) => {
		const leaks = await run(() => [{ json: { note: `before ${written} after` } }]);
		expect(leaks).toContainEqual(expect.stringContaining(`the token (${form}) is in the run`));
		expect(leaks[0]).toContain('.json.note');
	});

	it.each([0, 1, 2, 3, 4, 5])('finds a token in base64 after %i other bytes', async (before) => {
		const base64 = Buffer.from(`${'x'.repeat(before)}${TOKEN}yz`).toString('base64');
		expect(await run(() => [{ json: { base64 } }])).not.toEqual([]);
	});

	const context = () => ({ getNode: () => ({ name: 'Leak' }) }) as never as IExecuteFunctions;
	const PLACES: Array<[string, Execute]> = [
		['.json.deep.0.note', () => [{ json: { deep: [{ note: TOKEN }] } }]],
		[`.json.${TOKEN}`, () => [{ json: { [TOKEN]: 1 } }]],
		[
			'.binary.data.fileName',
			() => [{ json: {}, binary: { data: { data: '', mimeType: 'a/b', fileName: TOKEN } } }],
		],
		['.error.message', fail(new Error(`It was ${TOKEN}`))],
		['.error.stack', fail(Object.assign(new Error('Oh'), { stack: TOKEN }))],
		[
			'.error.description',
			fail(new NodeOperationError(context().getNode(), 'Oh', { description: TOKEN })),
		],
		[
			'.error.context',
			(self) => {
				const error = new NodeApiError(self.getNode(), { message: 'Oh' });
				error.context.data = { sent: TOKEN };
				throw error;
			},
		],
		[
			'.hints.0.message',
			(self) => {
				self.addExecutionHints({ message: TOKEN, location: 'outputPane' });
				return [];
			},
		],
		[
			'the log (info)',
			(self) => {
				self.logger.info('Sending', { headers: { authorization: TOKEN } });
				return [];
			},
		],
	];
	it.each(PLACES)('finds a token in %s', async (place, execute) => {
		expect(await run(execute)).toContainEqual(expect.stringContaining(place));
	});

	it('finds a token in a file that a node stores', async () => {
		await run(async (self) => {
			const data = await self.helpers.prepareBinaryData(Buffer.from(`file with ${TOKEN}`), 'a.txt');
			return [{ json: {}, binary: { data } }];
		});
		const folder = path.join(process.env.N8N_USER_FOLDER!, 'binary');
		searchFolder('the stored file', folder);
		rmSync(folder, { recursive: true });
		expect(takeLeaks()).toEqual([expect.stringContaining('is in the stored file')]);
	});

	it('finds a token in what is printed', async () => {
		await run(() => []);
		console.log(TOKEN);
		expect(takeLeaks()).toContain('the token (plain) is in console.log.0');
		process.stderr.write(`${TOKEN}\n`);
		expect(takeLeaks()).toEqual(['the token (plain) is in the output']);
	});

	it.each(['signedToken', 'signedRequest'])(
		'finds the shared secret and what it signed (%s)',
		async (authenticationMethod) => {
			const credential = {
				authenticationMethod,
				keyId: 'key',
				sharedSecret: SECRET,
				merchantId: 'merchant_one',
			};
			const send = async (self: IExecuteFunctions) => {
				await self.helpers.httpRequestWithAuthentication.call(self, 'merchantApi', {
					url: `${server.address}/any`,
				});
				return [{ json: { sent: authorization, secret: SECRET } }];
			};
			const leaks = (await run(send, credential)).join('\n');
			expect(leaks).toContain('.json.sent');
			expect(leaks).toContain('the sharedSecret (plain)');
		},
	);

	it('finds the tokens and the client secret of OAuth2', async () => {
		const secrets = { access: 'access-canary', refresh: 'refresh-canary', client: 'client-canary' };
		const credential = {
			clientSecret: secrets.client,
			oauthTokenData: { access_token: secrets.access, refresh_token: secrets.refresh },
		};
		expect(await run(() => [{ json: secrets }], credential)).toEqual([
			expect.stringMatching(/^the access token .*\.json\.access$/),
			expect.stringMatching(/^the refresh token .*\.json\.refresh$/),
			expect.stringMatching(/^the clientSecret .*\.json\.client$/),
		]);
	});

	const TRIGGERS: Array<[string, (self: IPollFunctions) => INodeExecutionData[][] | null]> = [
		['the items of the trigger', () => [[{ json: { note: TOKEN } }]]],
		['the error of the trigger.message', fail(new Error(TOKEN))],
		['the error of the trigger.cause', fail(new Error('Oh', { cause: new Error(TOKEN) }))],
		[
			'the static data',
			(self) => {
				self.getWorkflowStaticData('node').note = TOKEN;
				return null;
			},
		],
		[
			'the saved static data',
			(self) => {
				self.getWorkflowStaticData('node').note = TOKEN;
				return [[{ json: {} }]];
			},
		],
	];
	it.each(TRIGGERS)('finds a token in %s', async (place, poll) => {
		const node = nodeOf(
			{
				async poll(this: IPollFunctions) {
					return poll(this);
				},
			},
			true,
		);
		const { address } = server;
		await new PollingWorkflow({ node, parameters: {}, address, token: TOKEN }).poll();
		expect(takeLeaks()).toContainEqual(expect.stringContaining(place));
	});

	it('finds a token in what a dropdown gives, and in its error', async () => {
		await searched('a dropdown', Promise.resolve([{ name: TOKEN }]));
		await expect(searched('a dropdown', Promise.reject(new Error(TOKEN)))).rejects.toThrow();
		expect(takeLeaks()).toEqual([
			expect.stringContaining('is in a dropdown.0.name'),
			expect.stringContaining('is in the error of a dropdown.message'),
			expect.stringContaining('is in the error of a dropdown.stack'),
		]);
	});
});
