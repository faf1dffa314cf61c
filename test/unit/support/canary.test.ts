import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { rmSync } from 'node:fs';
import path from 'node:path';

import {
	formsOf,
	leaksIn,
	searched,
	searchFolder,
	takeLeaks,
	watchCredential,
	watchRequest,
} from '../../support/canary';
import { runNode } from '../../support/engine';
import { PollingWorkflow } from '../../support/polling';

/** With what every encoding writes otherwise. */
const TOKEN = 'canary/token+"0123456789"=ü';
const NODE = { name: 'Leak' } as never;
const SERVICE = { address: 'http://127.0.0.1:9', token: TOKEN };

beforeAll(() => watchCredential({ token: TOKEN }));

const BASE64 = [0, 1, 2, 3, 4, 5].map((before): readonly [string, string] => [
	'base64',
	Buffer.from(`${'x'.repeat(before)}${TOKEN}yz`).toString('base64'),
]);

it.each([...formsOf(TOKEN), ...BASE64])('finds a token as %s: %s', (form, written) => {
	const note = `before ${written} after`;
	expect(leaksIn('it', { note })).toEqual([`the token (${form}) is in it.note`]);
});

const withContext = () => {
	const error = new NodeApiError(NODE, { message: 'Oh' });
	error.context.data = { sent: TOKEN };
	return error;
};
it.each<[string, unknown]>([
	['.deep.0.note', { deep: [{ note: TOKEN }] }],
	[`.${TOKEN}`, { [TOKEN]: 1 }],
	['.stack', Object.assign(new Error('Oh'), { stack: TOKEN })],
	['.cause.message', new Error('Oh', { cause: new Error(TOKEN) })],
	['.description', new NodeOperationError(NODE, 'Oh', { description: TOKEN })],
	['.context.data.sent', withContext()],
	['.bytes', { bytes: Buffer.from(TOKEN) }],
])('finds a token in %s', (place, value) => {
	expect(leaksIn('it', value)).toContain(`the token (plain) is in it${place}`);
});

it('finds shared secrets, what they sign, and the tokens of OAuth2', () => {
	const secrets = ['shared-secret', 'client-secret', 'access-token', 'refresh-token'];
	const [sharedSecret, clientSecret, access_token, refresh_token] = secrets;
	watchCredential({ sharedSecret, clientSecret, oauthTokenData: { access_token, refresh_token } });
	watchRequest({
		authorization: 'Bearer eyJhbGci.eyJpYXQi.c2lnbmVkIGJ5',
		signature: 'signature="b3RoZXI9"',
	});
	for (const secret of [...secrets, 'eyJhbGci.eyJpYXQi.c2lnbmVkIGJ5', 'c2lnbmVkIGJ5', 'b3RoZXI9']) {
		expect([secret, leaksIn('it', { secret })]).not.toEqual([secret, []]);
	}
});

const nodeOf = (does: Partial<INodeType>, more = {}): INodeType => ({
	description: {
		displayName: 'Leak',
		name: 'leak',
		group: ['transform'],
		version: 1,
		description: 'Leaks a secret',
		defaults: { name: 'Leak' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'merchantApi', required: true }],
		properties: [],
		...more,
	},
	...does,
});

it('looks into the items, hints, log, files and output of a run', async () => {
	const node = nodeOf({
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			this.addExecutionHints({ message: TOKEN, location: 'outputPane' });
			this.logger.info('Sending', { headers: { authorization: TOKEN } });
			const data = await this.helpers.prepareBinaryData(Buffer.from(`file with ${TOKEN}`), 'a.txt');
			return [[{ json: { note: TOKEN }, binary: { data } }]];
		},
	});
	await runNode({ node, parameters: {}, ...SERVICE });
	const folder = path.join(process.env.N8N_USER_FOLDER!, 'binary');
	searchFolder('the stored file', folder);
	rmSync(folder, { recursive: true });
	console.log(TOKEN);
	process.stderr.write(`${TOKEN}\n`);
	const leaks = takeLeaks().join('\n');
	for (const place of ['.json.note', '.hints.0.message', 'the log (info)', 'the stored file']) {
		expect(leaks).toContain(place);
	}
	expect(leaks).toContain('is in console.log.0');
	expect(leaks).toContain('is in the output');
});

it('looks into the items, errors and saved state of a trigger, and into dropdowns', async () => {
	const trigger = { group: ['trigger'], inputs: [], polling: true };
	const polled = async (poll: INodeType['poll']) =>
		await new PollingWorkflow({
			node: nodeOf({ poll }, trigger),
			parameters: {},
			...SERVICE,
		}).poll();
	await polled(async function () {
		this.getWorkflowStaticData('node').note = TOKEN;
		return [[{ json: { note: TOKEN } }]];
	});
	await polled(async () => await Promise.reject(new Error(TOKEN)));
	await searched('a dropdown', Promise.resolve([{ name: TOKEN }]));
	await expect(searched('a dropdown', Promise.reject(new Error(TOKEN)))).rejects.toThrow();
	const leaks = takeLeaks().join('\n');
	for (const place of [
		'the items of the trigger',
		'the saved static data',
		'the static data.',
		'the error of the trigger.message',
		'a dropdown.0.name',
		'the error of a dropdown.message',
	]) {
		expect(leaks).toContain(`is in ${place}`);
	}
});
